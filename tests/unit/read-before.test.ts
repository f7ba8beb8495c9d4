import { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { createElement } from "react";
import { expect, it } from "vitest";
import { AccountSettings } from "@/features/account/components/account-settings";
import type { OwnAccountView } from "@/features/account/schema";
import { OwnCodes } from "@/features/codes/components/own-codes";
import { OwnChildren } from "@/features/guardians/components/own-children";
import { Readers } from "@/features/guardians/components/readers";
import { MailChoice } from "@/features/mail-choices/components/mail-choice";
import { api } from "@/trpc/client";
import { drawn } from "../harness/drawn";

const since = new Date("2026-04-06");
const mira = { name: "Mira Rao", relation: "mother", since };
const readers = {
  part: "who can read the results",
  shape: createElement(Readers, { childId: undefined }),
  key: getQueryKey(api.guardians.readers, {}, "query"),
  data: { guardians: [{ ...mira, isYou: false }], teachers: [], office: 2 },
  shown: "Mira Rao",
  failed: "This could not be loaded. Please try again.",
};
const parts = [
  readers,
  {
    part: "the choice of emails",
    shape: createElement(MailChoice),
    key: getQueryKey(api.mailChoices.mine, undefined, "query"),
    data: { choice: "digest" },
    shown: 'checked=""',
    failed: "Your choice could not be loaded.",
  },
  {
    part: "a guardian's children",
    shape: createElement(OwnChildren),
    key: getQueryKey(api.guardians.mine, undefined, "query"),
    data: [{ ...mira, _id: "1", name: "Asha Rao", consentAt: null, withdrawnAt: null, needsConsent: true }],
    shown: "Asha Rao",
    failed: "Your children could not be loaded.",
  },
  {
    part: "a student's codes",
    shape: createElement(OwnCodes),
    key: getQueryKey(api.codes.own, undefined, "query"),
    data: {
      items: [{ _id: "1", name: "Mira Rao", relation: "mother", state: "open", expiresAt: since, endedAt: null }],
      refused: null,
    },
    shown: "Mira Rao",
    failed: "The codes could not be loaded.",
  },
];

/** The part after a failed read, with what was read before. */
function drawnAfter(error: Error, { shape, key }: (typeof parts)[number], data?: unknown) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  if (data !== undefined) queryClient.setQueryData(key, data);
  const query = queryClient.getQueryCache().build(queryClient, { queryKey: key });
  query.setState({ ...query.state, status: "error", error });
  return drawn(shape, { queryClient, router: {} }).html;
}

/** The account page of staff where mail is on. */
function accountOf(emailConfirmed: boolean) {
  const account: OwnAccountView = {
    ...{ _id: "1", role: "admin", name: "Meera Rao", email: "rao@example.org", username: null, emailConfirmed },
    ...{ passwordRole: "admin", onRoster: false, isGuardian: false, wasGuardian: false, hasLeft: false, coming: null },
    ...{ mailed: true, duties: [], asksForCodes: false, demandsCodes: false, lacksSecondStep: false },
  };
  return drawn(createElement(AccountSettings, { account, family: null, mails: "Which emails?" }), { router: {} }).html;
}

it("staff whose address is not confirmed read this instead of a choice of emails", () => {
  const confirmed = accountOf(true);
  expect(confirmed).toContain("Which emails?");
  expect(confirmed).not.toContain("Not confirmed");
  const open = accountOf(false);
  expect(open).toContain("Not confirmed");
  expect(open).not.toContain("Which emails?");
});

const lost = new Error("Failed to fetch");

it.each(parts)("$part stays on the screen if it could not be read again", (one) => {
  const html = drawnAfter(lost, one, one.data);
  expect(html).toContain(one.shown);
  expect(html).not.toContain(one.failed);
});

it.each(parts)("$part can be asked for again if it could not be read", (one) => {
  const html = drawnAfter(lost, one);
  expect(html).toContain(one.failed);
  expect(html).toContain("Try Again");
});

it("a person who may no longer see who can read the results does not keep the earlier list", () => {
  const refused = Object.assign(new Error("There is no such student."), {
    data: { code: "NOT_FOUND", httpStatus: 404 },
  });
  const html = drawnAfter(refused, readers, readers.data);
  expect(html).toContain("There is no such student.");
  expect(html).not.toContain("Mira Rao");
});
