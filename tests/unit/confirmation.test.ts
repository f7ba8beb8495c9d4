import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { Confirmation } from "@/features/auth/components/confirmation";
import { emailCopy } from "@/features/auth/messages";
import { StopMails } from "@/features/mail-choices/components/stop-mails";

vi.mock("@/components/ui/button-link", () => ({ ButtonLink: (props: object) => createElement("a", props) }));
const page = vi.hoisted(() => ({ signedIn: null as { name: string } | null }));
vi.mock("@/lib/use-signed-in", () => ({ useSignedIn: () => page.signedIn }));
const work = vi.hoisted(() => ({ isSuccess: true, isIdle: false, mutate() {} }));
vi.mock("@/trpc/client", () => {
  const useMutation = () => work;
  return { api: { auth: { confirmEmail: { useMutation } }, mailChoices: { stop: { useMutation } } } };
});

/** The address may be a student’s own, a guardian’s from a code, a staff member’s, or one that the office has corrected. */
it("a confirmation is worded for any kind of address, and leads to the dashboard", () => {
  const html = renderToStaticMarkup(createElement(Confirmation, { token: "x" }));
  expect(html).toContain("Thank you, your address is confirmed.");
  expect(html).toContain('<a href="/dashboard">Go to your dashboard</a>');
  const mail = [emailCopy.confirmText("Lyceum"), emailCopy.confirmWarning].join(" ");
  expect(mail).toContain("given for an account at Lyceum");
  expect(html + mail).not.toMatch(/\bresults\b|\b(was|who\w* )made\b/);
});

it("a confirmation names the person who is logged in on this device, and leads to that person's dashboard", () => {
  page.signedIn = { name: "Mira Rao" };
  const html = renderToStaticMarkup(createElement(Confirmation, { token: "x" }));
  expect(html).toContain('<a href="/dashboard">Go on as Mira Rao</a>');
});

it("pages of emailed links say above their button that it needs JavaScript", () => {
  work.isSuccess = false;
  for (const Page of [() => Confirmation({ token: undefined }), StopMails]) {
    const html = renderToStaticMarkup(createElement(Page));
    expect(html).toMatch(/<noscript>.*needs JavaScript.*<\/noscript><button/s);
  }
});
