import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { untilSent } from "@/components/form/until-sent";
import { ReplaceFile } from "@/features/materials/components/replace-file";
import { officeCopy as material } from "@/features/materials/messages-office";
import { NoticeUploads } from "@/features/notices/components/notice-uploads";
import { screens as notice } from "@/features/notices/messages-screens";
import type { NoticeView } from "@/features/notices/schema-office";
import { api } from "@/trpc/client";
import { asksBeforeClosing, later, show, toasts } from "../harness/screen";
import { xmlHttpRequestOver } from "../harness/xml-http-request";

const plan = new File(["12345678"], "plan.pdf");

const draft: Pick<NoticeView, "_id" | "files" | "state"> = { _id: "1", files: [], state: "draft" };

/** Chooses a file for a notice. */
const add = (file: File) =>
  fireEvent.input(screen.getByLabelText(notice.addFile, { selector: "input" }), { target: { files: [file] } });

describe("while a file is sent, the tab asks before it closes:", () => {
  it("a file for a notice", async () => {
    const { promise, resolve } = later<Response>();
    const send = vi.fn(() => promise);
    vi.stubGlobal("fetch", send);
    show(<NoticeUploads notice={draft} maxMegabytes={1} />);
    expect(asksBeforeClosing()).toBe(false);
    add(plan);
    await screen.findByText(notice.sendingFile);
    expect(asksBeforeClosing()).toBe(true);
    resolve(Response.json({}));
    await waitFor(() => expect(screen.queryByText(notice.sendingFile)).toBeNull());
    expect(asksBeforeClosing()).toBe(false);
    expect(send).toHaveBeenCalledOnce();
  });

  it("a file for a material", async () => {
    const { promise, resolve } = later<Response>();
    const store = async (_: unknown, { method = "GET" }: RequestInit = {}) => {
      if (method === "POST") return Response.json([{ url: "https://store.example/1", key: "1", name: plan.name }]);
      return method === "PUT" ? promise : new Response();
    };
    vi.stubGlobal("fetch", store);
    vi.stubGlobal("XMLHttpRequest", xmlHttpRequestOver(store));
    show(<ReplaceFile id="1" materialName="Cells" maxMegabytes={1} />);
    expect(asksBeforeClosing()).toBe(false);
    fireEvent.change(screen.getByLabelText(material.replace), { target: { files: [plan] } });
    await screen.findByRole("progressbar");
    expect(asksBeforeClosing()).toBe(true);
    resolve(Response.json({ serverData: { replaced: "1" } }));
    await waitFor(() => expect(toasts()).toEqual([material.replaced]));
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    expect(asksBeforeClosing()).toBe(false);
  });
});

it("after an upload that fails, the tab closes without a question", async () => {
  const failing = untilSent(async () => {
    expect(asksBeforeClosing()).toBe(true);
    throw new Error("offline");
  });
  await expect(failing).rejects.toThrow("offline");
  expect(asksBeforeClosing()).toBe(false);
});

it("after a lost answer the files of a notice are read again, because the file may be among them", async () => {
  function Notice() {
    const { data } = api.notices.get.useQuery({ id: "1" });
    return data && <NoticeUploads notice={data} maxMegabytes={1} />;
  }
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const files = [{ key: "1", name: "plan.pdf", href: "/plan.pdf" }];
  const read = vi.fn(() => ({ ...draft, files })).mockReturnValueOnce({ ...draft, files: [] });
  show(<Notice />, { answers: { "notices.get": read } });
  await screen.findByText(notice.files);
  expect(screen.queryByRole("link")).toBeNull();
  add(plan);
  await screen.findByRole("link", { name: "plan.pdf" });
  screen.getByText(notice.fileFailed);
});

it.each([
  ["plan.exe", "8", /Only PDF/],
  ["plan.pdf", "", /is empty/],
  ["plan.pdf", "8".repeat(1024 * 1024 + 1), /larger than 1 MB/],
])("a file that a notice cannot have is not sent: %s", async (name, text, said) => {
  const send = vi.fn(async () => Response.json({}));
  vi.stubGlobal("fetch", send);
  show(<NoticeUploads notice={draft} maxMegabytes={1} />);
  add(new File([text], name));
  await screen.findByText(said);
  expect(asksBeforeClosing()).toBe(false);
  expect(send).not.toHaveBeenCalled();
});
