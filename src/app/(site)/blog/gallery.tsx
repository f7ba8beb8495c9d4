"use client";

import { clsx } from "clsx";
import { useRef, useState } from "react";
import { Picture } from "@/components/ui/picture";
import type { DescribedPicture } from "@/lib/site-content";
import { Lightbox } from "./lightbox";

const captionOf = (index: number) => `Photo ${index + 1}`;

/** The pictures, each with its caption on hover and focus (spec §2), opening large. */
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
      <ul ref={tiles} className="grid grid-flow-dense grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3">
        {pictures.map((picture, index) => (
          <li
            key={`${picture.src} ${picture.alt}`}
            className={clsx(index === 0 && "col-span-2 row-span-2", index === 7 && "lg:col-span-2 lg:row-span-2")}
          >
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setShown(index)}
              className="group relative block size-full overflow-hidden rounded-lg"
            >
              <Picture
                {...picture}
                first={index < 3}
                sizes={index === 0 || index === 7 ? "(min-width: 1024px) 66vw, 92vw" : "(min-width: 1024px) 31vw, 46vw"}
                className="aspect-4/3 size-full object-cover transition-transform duration-300 group-hover:scale-103 group-focus-visible:scale-103"
              />
              <span className="figures absolute inset-x-0 bottom-0 bg-overlay px-4 py-2.5 text-start font-semibold text-on-deep text-sm opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100">
                {captionOf(index)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown !== undefined && <Lightbox pictures={pictures} shown={shown} onShow={setShown} onClose={close} />}
    </>
  );
}
