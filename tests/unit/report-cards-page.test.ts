import { TRPCError } from "@trpc/server";
import type { ReactElement } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import CardsPage from "@/app/user/report-cards/page";

const opened = vi.hoisted(() => ({ isGuardian: false, onRoster: true, cards: vi.fn(), failed: vi.fn() }));
vi.mock("next/navigation", () => ({
  redirect(address: string) {
    throw new Error(address);
  },
}));
vi.mock("@/features", () => ({
  createCaller: () => ({
    reportCards: { cards: opened.cards },
    guardians: { children: async () => [{ _id: "1", name: "Asha Rao", seesResults: true }] },
    account: { get: async () => ({ isGuardian: opened.isGuardian && !opened.onRoster, wasGuardian: false }) },
  }),
}));
vi.mock("@/http/page-session", () => {
  const known = { userId: "own", emailConfirmed: true, email: "a@example.org" };
  const principal = async () => ({ ...known, isGuardian: opened.isGuardian });
  const prefetch = (_page: string, read: () => Promise<unknown>) => read().catch(opened.failed);
  return { currentPrincipal: principal, requireRole: principal, prefetch };
});

/** The cards of the page: empty if there are none, undefined if they could not be read. */
async function shown(child?: string): Promise<unknown> {
  const { props } = (await CardsPage({ searchParams: Promise.resolve(child ? { child } : {}) })) as ReactElement<{
    cards: unknown;
    children: [unknown, ReactElement<{ found: unknown }>];
  }>;
  return Array.isArray(props.children) ? props.children[1].props.found : props.cards;
}

beforeEach(() => {
  opened.cards.mockReset();
  opened.failed.mockReset();
});

it("a guardian who names no child is led to the first one, without a refusal", async () => {
  Object.assign(opened, { isGuardian: true, onRoster: false });
  await expect(shown()).rejects.toThrow("/user/report-cards?child=1");
  expect(opened.cards).not.toHaveBeenCalled();
});

it.each([
  ["a student", { isGuardian: false, onRoster: true }, undefined, {}],
  ["a student with a guardian's link", { isGuardian: false, onRoster: true }, "own", {}],
  ["a student who is a guardian, too", { isGuardian: true, onRoster: true }, undefined, {}],
  ["a guardian of this child", { isGuardian: true, onRoster: false }, "1", { studentId: "1" }],
])("%s who is refused is not told that there are no cards", async (_who, who, child, asked) => {
  Object.assign(opened, who);
  opened.cards.mockResolvedValueOnce(["card"]).mockRejectedValueOnce(new TRPCError({ code: "FORBIDDEN" }));
  expect(await shown(child)).toEqual(["card"]);
  expect(await shown(child)).toBeUndefined();
  expect(opened.failed).toHaveBeenCalledOnce();
  expect(opened.cards).toHaveBeenLastCalledWith(asked);
});
