"use client";

import { failures } from "@/content/failures";

const place = {
  font: "1.125rem/1.6 system-ui, sans-serif",
  maxWidth: "36rem",
  margin: "18vh auto",
  padding: "0 1.25rem",
};

/** Shown if the root layout failed, and its style sheet with it. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main style={place}>
          <h1>{failures.brokenTitle}</h1>
          <p>{failures.brokenText}</p>
          <p>
            <button type="button" onClick={() => window.location.reload()}>
              {failures.tryAgain}
            </button>
          </p>
          <p>
            <a href="/">{failures.home}</a>
          </p>
        </main>
      </body>
    </html>
  );
}
