import { fireEvent, screen, waitFor } from "@testing-library/react";
import { getQueryKey } from "@trpc/react-query";
import { expect, it, vi } from "vitest";
import { JoinScreen } from "@/features/codes/components/join-screen";
import type { CodeOwnerView } from "@/features/codes/schema";
import { ImportStart } from "@/features/imports/components/import-start";
import { mostBytes } from "@/features/imports/rules";
import { NoticeActs } from "@/features/notices/components/notice-acts";
import type { NoticePage } from "@/features/notices/schema-office";
import { api } from "@/trpc/client";
import { partOf } from "../harness/part-of";
import { later, refusal, show, toasts, toastsSoFar } from "../harness/screen";

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it.each([
  ["opens the list for a person who is still there", true, "/admin/notices"],
  ["leads nobody away who has left", false, "/admin/notices/1"],
])("a deletion is reported wherever the person is by then, and %s", async (_, isHere, leadsTo) => {
  const { promise, resolve } = later<null>();
  const notice: NoticePage = partOf({ _id: "1", rowVersion: 1, state: "draft", answers: {}, audience: [] });
  const key = getQueryKey(api.notices.list);
  const { update, queryClient } = show(
    <NoticeActs notice={notice} asked="remove" onAsk={() => {}} isChanged={false} />,
    {
      answers: { "notices.remove": () => promise },
      known: [[key, []]],
      at: "/admin/notices/1",
    },
  );
  press("Delete");
  await screen.findByRole("button", { name: "Delete", busy: true });
  if (!isHere) update(null);
  resolve(null);
  await waitFor(() => expect(toasts()).toEqual(["Deleted."]));
  await expect.poll(() => queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  expect(window.location.pathname).toBe(leadsTo);
});

const ownerOf = (firstName: string): CodeOwnerView =>
  partOf({
    ...{ purpose: "join", passwordRole: "user", firstName, className: null, section: null, side: "user" },
    ...{ children: ["Asha"], guardian: null, needsEmail: false, consentFor: ["Asha"] },
  });

it.each([
  ["shows whom the code is for now", true],
  ["does not bring its form back after the person asked for another code", false],
])("a refused consent %s", async (_, isHere) => {
  const { promise, reject } = later();
  const owners = [ownerOf("Meera"), ownerOf("Dev")];
  show(<JoinScreen office={{ email: "office@example.org", phone: "+91 80 1234 5678" }} />, {
    answers: { "codes.look": () => owners.shift(), "codes.join": () => promise },
    at: "/join",
  });
  fireEvent.change(screen.getByLabelText("Code"), { target: { value: "K7Q2M-9XMDT" } });
  press("Continue");
  await screen.findByText("Hello Meera");
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "a long pass phrase" } });
  for (const box of screen.getAllByRole("checkbox")) fireEvent.click(box);
  press("Open my login");
  await screen.findByRole("button", { name: "One moment..." });
  if (!isHere) press("Use another code");
  const words = "Please agree for each child.";
  reject(refusal("BAD_REQUEST", words, [{ path: ["consent"], message: words }]));
  if (isHere) {
    await screen.findByText("Hello Dev");
    await screen.findByText(words);
  } else {
    await waitFor(() => expect(toasts()).toEqual([`The form you left did not go through. ${words}`]));
    expect(owners).toEqual([]);
    expect(screen.queryByText("Hello Dev")).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("");
  }
});

const drop = (size: number) =>
  fireEvent.drop(screen.getByRole("region", { name: "Choose a file" }), {
    dataTransfer: { files: [new File([new Uint8Array(size)], "marks.csv")] },
  });
it.each([
  ["read", { _id: "7" }, true, [], "/admin/import/7"],
  ["read", { _id: "7" }, false, ["“marks.csv” is ready on the page Import."], "/admin"],
  ["refused", { message: "It is empty." }, true, [], "/admin/import"],
  ["refused", { message: "It is empty." }, false, ["marks.csv: It is empty."], "/admin"],
])(
  "a file that is %s is reported in a toast only if its page was left (%j, %s)",
  async (_, body, isHere, told, path) => {
    const { promise, resolve } = later<Response>();
    vi.stubGlobal("fetch", () => promise);
    const { update } = show(<ImportStart />, { at: "/admin/import" });
    drop(mostBytes);
    await screen.findByRole("button", { name: "Reading the file..." });
    if (!isHere) {
      update(null);
      window.history.pushState(null, "", "/admin");
    }
    resolve(Response.json(body, { status: "_id" in body ? 201 : 400 }));
    if (!isHere) await waitFor(() => expect(toasts()).toHaveLength(1));
    else if ("_id" in body) await waitFor(() => expect(window.location.pathname).toBe(path));
    else await screen.findByText("It is empty.");
    expect(await toastsSoFar()).toEqual(told);
    expect(window.location.pathname).toBe(path);
  },
);

it("a table that is too large is not sent", async () => {
  vi.stubGlobal("fetch", vi.fn());
  const { router } = show(<ImportStart />);
  drop(mostBytes + 1);
  await screen.findByText("This file is larger than 5 MB. Please choose a smaller one.");
  expect(fetch).not.toHaveBeenCalled();
  expect(router.push).not.toHaveBeenCalled();
});
