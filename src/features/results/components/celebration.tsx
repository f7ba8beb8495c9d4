"use client";

import { useEffect, useRef, useState } from "react";
import { celebrationLength } from "../rules";

// The last pieces need this long to fall.
const falling = 1000;

/** Confetti for three seconds (spec §2, §9), but not for those who asked for calm (decision 29). */
export function Celebration() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [over, setOver] = useState(wantsCalm);

  useEffect(() => {
    return canvas.current ? celebrate(canvas.current, () => setOver(true)) : undefined;
  }, []);

  if (over) return null;
  return <canvas ref={canvas} aria-hidden className="pointer-events-none fixed inset-0 z-50 size-full print:hidden" />;
}

const wantsCalm = () => typeof window === "undefined" || window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function celebrate(canvas: HTMLCanvasElement, onOver: () => void): () => void {
  let ended = false;
  const timers: ReturnType<typeof setTimeout>[] = [];

  // Its code is fetched when there is something to celebrate; without it, the result is as good.
  import("canvas-confetti").then(
    ({ default: confetti }) => {
      if (ended) return;
      const fire = confetti.create(canvas, { resize: true, disableForReducedMotion: true });
      const throwSome = () => {
        for (const [x, angle] of [[0, 60] as const, [1, 120] as const]) {
          void fire({ particleCount: 24, angle, spread: 70, startVelocity: 48, ticks: 90, origin: { x, y: 0.7 } });
        }
      };
      for (let at = 0; at <= celebrationLength - falling; at += 250) timers.push(setTimeout(throwSome, at));
      timers.push(
        setTimeout(() => {
          fire.reset();
          onOver();
        }, celebrationLength),
      );
    },
    (error: unknown) => console.warn(error),
  );

  return () => {
    ended = true;
    for (const timer of timers) clearTimeout(timer);
  };
}
