"use client";

import { clsx } from "clsx";
import { useRef, useState } from "react";
import { Picture } from "@/components/ui/picture";
import type { DescribedPicture } from "@/lib/site-content";
import { Lightbox } from "./lightbox";

const captionOf = (index: number) => `Photo ${index + 1}`;

/** The pictures, each with its text below and its number on hover and focus (spec §2). A picture opens in large size. */
export function Gallery({ pictures }: { pictures: DescribedPicture[] }) {
  const [shown, setShown] = useState<number>();
  const tiles = useRef<HTMLUListElement>(null);

  // Returns the focus to the last picture shown.
  function close() {
    if (shown !== undefined) tiles.current?.querySelectorAll("button")[shown]?.focus();
    setShown(undefined);
  }

  return (
    <>
      <ul ref={tiles} className="grid grid-flow-dense grid-cols-2 gap-x-3 gap-y-5 sm:gap-x-5 lg:grid-cols-3">
        {pictures.map((picture, index) => {
          const isLarge = index === 0 || index === 7;
          // In two columns, every fifth picture has a row of its own.
          const isWide = index % 5 === 0;
          return (
            <li
              key={`${picture.src} ${picture.alt}`}
              className={clsx(
                "flex flex-col gap-2",
                isWide && "max-lg:col-span-2",
                isLarge && "lg:col-span-2 lg:row-span-2",
              )}
            >
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => setShown(index)}
                className={clsx("group relative block w-full overflow-hidden rounded-lg", isLarge && "min-h-0 lg:grow")}
              >
                <Picture
                  {...picture}
                  first={index < 3}
                  sizes={`(min-width: 1024px) ${isLarge ? 66 : 31}vw, ${isWide ? 92 : 46}vw`}
                  className="aspect-4/3 size-full object-cover transition-transform duration-300 group-hover:scale-103 group-focus-visible:scale-103"
                />
                <span className="figures absolute inset-x-0 bottom-0 bg-overlay px-4 py-2.5 text-start font-semibold text-on-deep text-sm opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100">
                  {captionOf(index)}
                </span>
              </button>
              {/* The picture's alternative text already says it. */}
              <p aria-hidden className="text-ink-soft text-sm">
                {picture.alt}
              </p>
            </li>
          );
        })}
      </ul>
      {shown !== undefined && <Lightbox pictures={pictures} shown={shown} onShow={setShown} onClose={close} />}
    </>
  );
}
