import { createElement } from "react";
import { expect, it } from "vitest";
import { Confirmation } from "@/features/auth/components/confirmation";
import { StopMails } from "@/features/mail-choices/components/stop-mails";
import { drawn } from "../harness/drawn";

it("pages of emailed links say above their button that it needs JavaScript", () => {
  for (const Page of [() => createElement(Confirmation, { token: undefined }), StopMails])
    expect(drawn(createElement(Page)).html).toMatch(/<noscript>.*needs JavaScript.*<\/noscript><button/s);
});
