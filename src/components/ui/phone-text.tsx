import { Fragment } from "react";
import { institute } from "@/content/institute";
import { phonePieces, shownPhone, telOf } from "@/lib/phones";

/** What a family typed as its phone; each number in it is a link that dials. */
export function PhoneText({ text, className = "link figures" }: { text: string; className?: string }) {
  return phonePieces(text, institute.dialling).map((piece, place) =>
    piece.dialled ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing but their place.
      <a key={place} href={`tel:${piece.dialled}`} className={className}>
        {piece.text}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <Fragment key={place}>{piece.text}</Fragment>
    ),
  );
}

/** A number in E.164 in groups of digits, as it is read here. */
export const shownPhoneHere = (number: string): string => shownPhone(number, institute.dialling);

/** The link that dials the first number in what the institute gives as its phone. */
export const telHere = (text: string): string => telOf(text, institute.dialling);
