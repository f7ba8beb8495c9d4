import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { toast } from "@/components/ui/toast";
import { ManyUploads } from "@/features/materials/components/many-uploads";
import { manyCopy as words } from "@/features/materials/messages-many";
import { uploadCopy } from "@/features/materials/messages-upload";
import { asksBeforeClosing, later, show, toasts } from "../harness/screen";
import { xmlHttpRequestOver } from "../harness/xml-http-request";

const published = { serverData: { material: {} } };
const refused = { message: "It is damaged.", issues: [], code: "UNPROCESSABLE_CONTENT" };
const answers: Record<string, [body: object, status?: number]> = {
  "a.pdf": [published],
  "b.pdf": [{ serverData: { refused } }],
  "d.pdf": [published],
  "e.pdf": [{}, 500],
};

/** Publishes five files and takes one of them off the list, while the first ones are on their way until `arrive`. */
async function publish() {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { promise: arrival, resolve: arrive } = later<void>();
  const sending = { now: 0, most: 0 };
  async function store(url: unknown, { method = "GET", body }: RequestInit = {}) {
    if (method === "POST") {
      const { name } = JSON.parse(String(body)).files[0];
      return Response.json([{ url: `https://store.example/${name}`, key: name, name }]);
    }
    if (method === "HEAD") return new Response();
    sending.now += 1;
    sending.most = Math.max(sending.most, sending.now);
    await arrival;
    expect(asksBeforeClosing()).toBe(true);
    sending.now -= 1;
    const [answer, status = 200] = answers[String(url).slice(-5)] ?? [];
    return Response.json(answer, { status });
  }
  vi.stubGlobal("fetch", store);
  vi.stubGlobal("XMLHttpRequest", xmlHttpRequestOver(store));
  const shown = show(<ManyUploads maxMegabytes={1} />);
  const files = [..."abcde"].map((name) => new File(["8"], `${name}.pdf`));
  fireEvent.change(screen.getByLabelText(words.chooseFiles), { target: { files } });
  fireEvent.change(screen.getByLabelText(words.class), { target: { value: "7" } });
  fireEvent.input(screen.getByLabelText(words.subject), { target: { value: "Art" } });
  fireEvent.click(screen.getByText(words.publish(5)));
  await waitFor(() => expect(sending.now).toBe(2));
  fireEvent.click(screen.getByLabelText(words.remove("c.pdf")));
  return { ...shown, arrive, sending };
}

it("files are sent two at a time, the tab asks before it closes, and their page shows the outcome", async () => {
  const { arrive, sending, update } = await publish();
  expect(asksBeforeClosing()).toBe(true);
  arrive();
  await screen.findByText(/^2 materials published/);
  screen.getByText("It is damaged.");
  screen.getByText(uploadCopy.uploadFailed);
  update("Another page");
  expect([sending.most, asksBeforeClosing()]).toEqual([2, false]);
  toast.info("The only toast");
  await waitFor(() => expect(toasts()).toEqual(["The only toast"]));
});

it("if the page is left while files are sent, the tab asks before it closes, and toasts report the outcome", async () => {
  const { arrive, sending, update } = await publish();
  update("Another page");
  expect(asksBeforeClosing()).toBe(true);
  arrive();
  const faults = ["b.pdf: It is damaged.", `e.pdf: ${uploadCopy.uploadFailed}`];
  await waitFor(() => expect(toasts().toSorted()).toEqual(["2 materials published.", ...faults]));
  expect([sending.most, asksBeforeClosing()]).toEqual([2, false]);
});
