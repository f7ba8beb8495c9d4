import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Confirmation } from "@/features/auth/components/confirmation";
import { emailCopy } from "@/features/auth/messages";
import { show } from "../harness/screen";
import { markSession } from "../harness/session-mark";

const confirmed = () => show(<Confirmation token="x" />, { answers: { "auth.confirmEmail": {} } });

/** The address may be a student’s own, a guardian’s from a code, a staff member’s, or one that the office has corrected. */
it("a confirmation is worded for any kind of address, and leads to the dashboard", async () => {
  const { container, inputs } = confirmed();
  const link = await screen.findByRole("link", { name: "Go to your dashboard" });
  expect(link.getAttribute("href")).toBe("/dashboard");
  expect(inputs("auth.confirmEmail")).toEqual([{ token: "x" }]);
  expect(container.textContent).toContain("Thank you, your address is confirmed.");
  const mail = [emailCopy.confirmText("Lyceum"), emailCopy.confirmWarning].join(" ");
  expect(mail).toContain("given for an account at Lyceum");
  expect(container.textContent + mail).not.toMatch(/\bresults\b|\b(was|who\w* )made\b/);
});

it("a confirmation names the person who is logged in on this device, and leads to that person's dashboard", async () => {
  markSession(true);
  vi.stubGlobal("fetch", async () => Response.json({ account: { name: "Mira Rao" } }));
  confirmed();
  const link = await screen.findByRole("link", { name: "Go on as Mira Rao" });
  expect(link.getAttribute("href")).toBe("/dashboard");
});
