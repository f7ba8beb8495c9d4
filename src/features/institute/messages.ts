import { catalogue } from "@/lib/catalogue";

/** The messages of this room. */
export const copy = {
  changedMeanwhile:
    "Somebody has changed this in the meantime. Reload the page to see it; your text stays in the form until then.",
  nothingToPublish: "There is nothing to publish: what everyone sees is the latest.",
  noVersion: "This version is no longer kept.",
  tooMuch: (most: number) => `There can be at most ${most} of these.`,
  badLink: "This must be a full address, like https://example.org.",
  badYear: "This must be a year, like 2021.",
  unknownPicture: "This picture is not one of the site.",
  pictureRequired: "Choose a picture.",
  pictureUnreadable: "This is not a PNG or JPEG picture, or it is damaged.",
  pictureTooLarge: "This picture has more than 64 million pixels. Please choose a smaller one.",
  pictureKind: (kinds: string) => `This must be one of: ${kinds}.`,
  pictureAdded: "The picture is added.",
  pictureGone: "This picture is no longer kept. Please choose it again.",
  noPicture: "There is no such picture.",
  nameLabel: "The name",
  textLabel: "This text",
} as const;

/** Creates a message of this room's errors. */
export const say = catalogue("institute", copy);
