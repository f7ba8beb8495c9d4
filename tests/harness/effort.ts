import type { Locator } from "@playwright/test";

/** Acts like a person and counts clicks and typed letters. Typing into a field costs one click, a choice from a list two. */
export function counted() {
  let effort = { clicks: 0, letters: 0 };
  return {
    async click(what: Locator) {
      effort.clicks += 1;
      await what.click();
    },
    async choose(what: Locator, value: string) {
      effort.clicks += 2;
      await what.selectOption(value);
    },
    async type(what: Locator, text: string) {
      effort.clicks += 1;
      effort.letters += text.replaceAll(/[-:]/g, "").length;
      await what.fill(text);
    },
    /** The effort since the last call. */
    spent() {
      const was = effort;
      effort = { clicks: 0, letters: 0 };
      return was;
    },
  };
}
