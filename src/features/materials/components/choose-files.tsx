import { clsx } from "clsx";
import { Files } from "lucide-react";
import { acceptedExtensions } from "@/lib/file-kinds";
import { manyCopy as words } from "../messages-many";
import { officeCopy } from "../messages-office";

type ChooseFilesProps = { isMore: boolean; maxMegabytes: number; onChoose: (files: readonly File[]) => void };

/** A line about dropping files, with a link to choose them; on a phone, where nothing can be dropped, a button. */
export function ChooseFiles({ isMore, maxMegabytes, onChoose }: ChooseFilesProps) {
  return (
    <p className="grow text-ink-soft max-md:grid max-md:basis-full max-md:gap-1">
      <span className="max-md:hidden">{isMore ? words.dropMore : words.drop} </span>
      <label
        className={clsx(
          "relative cursor-pointer focus-within:outline-3 focus-within:outline-accent md:inline-block md:py-2 md:link",
          "max-md:flex max-md:min-h-11 max-md:items-center max-md:justify-center max-md:gap-2.5 max-md:rounded-md max-md:border max-md:font-semibold max-md:outline-offset-3",
          isMore
            ? "max-md:border-line-strong max-md:bg-surface max-md:text-ink"
            : "max-md:border-accent max-md:bg-accent max-md:text-on-accent",
        )}
      >
        <Files aria-hidden className="size-4.5 md:hidden" />
        <span className="md:hidden">{words.chooseFiles}</span>
        <span className="max-md:hidden">{words.choose}</span>
        <input
          type="file"
          multiple
          accept={acceptedExtensions}
          aria-label={words.chooseFiles}
          onChange={({ target }) => {
            onChoose([...(target.files ?? [])]);
            target.value = "";
          }}
          className="absolute inset-0 w-full cursor-pointer opacity-0"
        />
      </label>
      <span className="max-md:text-xs">
        <span className="max-md:hidden">. </span>
        {officeCopy.kinds(maxMegabytes)}
      </span>
    </p>
  );
}
