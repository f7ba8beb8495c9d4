import "server-only";
import type { Context } from "hono";
import { z } from "zod";
import { mediaTypeOf } from "@/lib/file-kinds";
import { keepPrivate } from "@/server/files/send";
import { servePrivate } from "@/server/files/serve";
import { call, forMembers, forVisitorsToo, response, restOf } from "@/server/rest/call";
import { takeFile } from "@/server/rest/form";
import { fileAnswers, linkHeader, listHeaders } from "@/server/rest/headers";
import { idOf } from "@/server/rest/input";
import { linkPage, queryOf } from "@/server/rest/read";
import { copy, say } from "./messages";
import type { noticesRouter } from "./router";
import * as schema from "./schema";
import { noticesPage } from "./schema-office";

type Caller = { notices: ReturnType<typeof noticesRouter.createCaller> };

const tags: [string] = ["Notices"];
const id = "019376a0-2c4b-7f07-8a9c-1d3e5f7a9b0c";
const key = "9f3c1a7be2d84c06a5f0";
const file = { name: "reading-list.pdf", href: `/api/notices/${id}/files/${key}`, kind: "pdf" as const, size: 84_211 };
const example = {
  _id: id,
  title: "Reading week: bring one book from home",
  blocks: [
    { kind: "paragraph" as const, inlines: [{ text: "From Monday we read for the first twenty minutes." }] },
    { kind: "list" as const, ordered: false, items: [[{ text: "Any book, in any language." }]] },
  ],
  publishedAt: new Date("2026-11-23T12:30:00.000Z"),
  changedAt: null,
  pinned: false,
  files: [file],
};

const list = call({
  method: "get",
  path: "/notices",
  operationId: "listNotices",
  tags,
  summary: "The public notices, pinned ones first, then the latest",
  takes: { query: schema.pageQuery },
  responses: {
    200: response("The notices", z.array(schema.publicNoticeView.meta({ id: "Notice" })), [example], listHeaders),
    304: { description: "The list has not changed" },
  },
});

const mine = call({
  method: "get",
  path: "/me/notices",
  operationId: "listOwnNotices",
  tags,
  summary: "The notices for the caller, pinned ones first, then the latest",
  description:
    "With a token of the user side, those for a student, or for a guardian and the children; with one of the admin side, those for staff. Listing a notice does not mark it as read.",
  security: forMembers,
  takes: { query: schema.pageQuery },
  refuses: ["FORBIDDEN"],
  responses: {
    200: response(
      "The notices",
      z.array(schema.ownNoticeView.meta({ id: "OwnNotice" })),
      [{ ...example, state: "published", version: 1, reason: null, isNew: true, mustConfirm: false, of: [] }],
      linkHeader,
    ),
  },
});

const row = noticesPage.shape.items.element
  .pick({ _id: true, title: true, state: true, publishAt: true, publishedAt: true, isHeld: true, writtenBy: true })
  .meta({ id: "StaffNotice" });

const ofStaff = call({
  method: "get",
  path: "/admin/notices",
  operationId: "listStaffNotices",
  tags,
  summary: "The notices for the staff: those that are not published first, then the latest",
  description:
    "For teachers and the office. The office gets all notices. Teachers get those that go only to their own classes or sections, in every state, and published ones that also reach others.",
  security: forMembers,
  takes: { query: schema.listNoticesQuery },
  refuses: ["FORBIDDEN"],
  responses: {
    200: response(
      "The notices",
      z.array(row),
      [
        {
          _id: id,
          title: example.title,
          state: "draft",
          publishAt: null,
          publishedAt: null,
          isHeld: false,
          writtenBy: "Meera Iyer",
        },
      ],
      linkHeader,
    ),
  },
});

const open = call({
  method: "get",
  path: "/notices/{id}/files/{key}",
  operationId: "openNoticeFile",
  tags,
  security: forVisitorsToo,
  summary: "A file of a notice, for everybody who may read the notice",
  description: "For everybody else, it does not exist. `Range` asks for a part of it.",
  takes: { path: schema.noticeFileInput },
  refuses: ["NOT_FOUND"],
  responses: fileAnswers(Object.values(mediaTypeOf)),
});

const added = z.object({ message: z.string(), files: z.array(schema.fileView) });

const upload = call({
  method: "post",
  path: "/notices/{id}/files",
  operationId: "addNoticeFile",
  tags,
  summary: "Adds a file to a notice",
  description:
    "For the office, and for teachers of its classes. Notices are written and published at `/admin/notices`; `/api/admin/notices` lists their `_id`, even before they are published.",
  security: forMembers,
  takes: {
    path: schema.noticeIdInput,
    form: {
      schema: z.object({ file: z.file().describe("A .pdf, .doc or .docx file") }),
      example: { file: "@reading-list.pdf" },
    },
  },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "UNPROCESSABLE_CONTENT"],
  responses: { 201: response("The files of the notice", added, { message: copy.fileAdded, files: [file] }) },
});

const linkPages = (context: Context, limit: unknown, { page, total }: { page: number; total: number }) =>
  linkPage(context, { page, pages: Math.ceil(total / Number(limit ?? schema.usualPage)) });

/** The REST paths of the notices. */
export const noticesRest = restOf<Caller>()
  .openapi(list, async (context) => {
    const asked = queryOf(context, schema.pageQuery);
    const { items, page, total } = await context.var.caller.notices.listPublic(asked);
    linkPages(context, asked.limit, { page, total });
    return context.json(items, 200);
  })
  .openapi(mine, async (context) => {
    const asked = queryOf(context, schema.pageQuery);
    const { items, page, total } = await context.var.caller.notices.mine(asked);
    linkPages(context, asked.limit, { page, total });
    return context.json(items, 200);
  })
  .openapi(ofStaff, async (context) => {
    const asked = queryOf(context, schema.listNoticesQuery);
    const { items, page, total } = await context.var.caller.notices.list(asked);
    linkPages(context, asked.limit, { page, total });
    return context.json(z.array(row).parse(items), 200);
  })
  .openapi(open, async (context) => {
    const asked = { id: context.req.param("id"), key: context.req.param("key") };
    return servePrivate(context.req.raw, await context.var.caller.notices.file(asked));
  })
  .openapi(upload, (context) => {
    const asked = idOf(context);
    const check = ({ notices }: Caller) => notices.mayAddFile(asked);
    const form = { fields: [], file: "file", check, missing: say("fileRequired") };
    return takeFile(context, form, async (caller, received) => {
      await check(caller);
      const stored = await keepPrivate(received, "notice", asked.id);
      const saved = await caller.notices.addFile({ ...asked, key: stored });
      return context.json(added.parse({ message: copy.fileAdded, ...saved }), 201);
    });
  });
