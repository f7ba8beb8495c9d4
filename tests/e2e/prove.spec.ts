import { expect, test } from "@playwright/test";
import { proofNames, runProof } from "../prove/proof";

// The quick half of `npm run prove`.
for (const name of proofNames()) {
  test(`the proof "${name}" holds`, async () => {
    test.setTimeout(180_000);
    const figures = await runProof(name, "quick");
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.filter(({ holds }) => !holds)).toEqual([]);
  });
}
