"use client";

import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Picture } from "@/components/ui/picture";
import type { DescribedPicture } from "@/lib/site-content";

type LightboxProps = {
  pictures: DescribedPicture[];
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
};

/** One large picture: arrow keys and buttons navigate; Escape, the button and the backdrop close it. */
export function Lightbox({ pictures, shown, onShow, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = pictures[shown];

  // The browser's own dialog keeps the focus and closes on Escape.
  useEffect(() => {
    dialog.current?.showModal();
    const root = document.documentElement;
    root.style.overflow = "hidden";
    return () => void root.style.removeProperty("overflow");
  }, []);

  // Close it before unmounting, so that the page can receive the focus.
  const close = () => dialog.current?.close();
  const step = (by: number) => onShow((shown + by + pictures.length) % pictures.length);

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowRight") step(1);
    if (event.key === "ArrowLeft") step(-1);
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Student Gallery"
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={(event) => event.target === event.currentTarget && close()}
      className="m-0 h-dvh max-h-none w-full max-w-none animate-appear overflow-y-auto bg-transparent p-3 backdrop:bg-overlay sm:p-6"
    >
      {picture && (
        <figure className="pointer-events-none mx-auto grid min-h-full max-w-page content-center gap-3">
          <div className="pointer-events-auto mx-auto grid w-full max-w-gallery overflow-hidden rounded-lg border border-line bg-surface shadow-float">
            <Picture {...picture} first sizes="(min-width: 1024px) 60rem, 92vw" className="h-auto w-full" />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 ps-4 pe-2 sm:ps-6">
              <figcaption aria-live="polite" className="min-w-0 grow py-2">
                <span className="figures block font-semibold">
                  Photo {shown + 1} <span className="font-normal text-ink-soft">of {pictures.length}</span>
                </span>
                <span className="block text-ink-soft text-sm">{picture.alt}</span>
              </figcaption>
              <div className="ms-auto flex gap-1">
                <Step label="Previous photo" onClick={() => step(-1)}>
                  <ChevronLeft aria-hidden className="size-6" />
                </Step>
                <Step label="Next photo" onClick={() => step(1)}>
                  <ChevronRight aria-hidden className="size-6" />
                </Step>
                <Step label="Close" onClick={close}>
                  <X aria-hidden className="size-6" />
                </Step>
              </div>
            </div>
          </div>
        </figure>
      )}
    </dialog>
  );
}

function Step({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-12 place-items-center rounded-md border border-transparent transition-colors hover:border-line hover:bg-sunken"
    >
      {children}
    </button>
  );
}
