"use client";

import { useEffect } from "react";
import { celebrationLength } from "../rules";

// Time for the last pieces to fall.
const falling = 1000;

/** Confetti for three seconds (spec §2, §9), unless reduced motion is preferred (decision 29). */
export function Celebration() {
  useEffect(() => {
    const wantsCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    return wantsCalm ? undefined : celebrate();
  }, []);
  return null;
}

/** Returns a function that ends it early. */
function celebrate(): () => void {
  const canvas = document.createElement("canvas");
  canvas.className = "pointer-events-none fixed inset-0 z-50 size-full print:hidden";
  canvas.ariaHidden = "true";
  document.body.append(canvas);
  const timers: ReturnType<typeof setTimeout>[] = [];
  let reset = () => {};
  let ended = false;

  function end() {
    ended = true;
    for (const timer of timers) clearTimeout(timer);
    reset();
    canvas.remove();
  }

  // Loaded on demand; a failed load is ignored.
  import("canvas-confetti").then(
    ({ default: confetti }) => {
      if (ended) return;
      const fire = confetti.create(canvas, { resize: true, disableForReducedMotion: true });
      reset = fire.reset;
      const throwSome = () => {
        for (const [x, angle] of [[0, 60] as const, [1, 120] as const]) {
          void fire({ particleCount: 24, angle, spread: 70, startVelocity: 48, ticks: 90, origin: { x, y: 0.7 } });
        }
      };
      for (let at = 0; at <= celebrationLength - falling; at += 250) timers.push(setTimeout(throwSome, at));
      timers.push(setTimeout(end, celebrationLength));
    },
    (error: unknown) => {
      console.warn(error);
      end();
    },
  );
  return end;
}
