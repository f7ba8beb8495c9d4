import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { siteDefaults } from "@/content/site";
import { addMessage } from "@/features/inquiries/mutations";
import { errorPage } from "@/http/error-page";
import { failurePage } from "@/http/plain-page";
import { handleSitePicture } from "@/http/site-picture";
import { AppError } from "@/lib/errors";
import { db } from "@/server/db/client";
import { letterhead } from "@/server/documents/letterhead";
import { currentSite } from "@/server/institute/site";
import { socialPictureOf } from "@/server/institute/social-address";
import { renderEmail } from "@/server/mail/email";
import { logoOfEmails } from "@/server/mail/logo";
import { leaseNext } from "@/server/mail/queue";
import { say } from "@/server/messages";
import { type Caller, callerOf, createAdmin, openStore, schoolYear, tokenFor } from "../factories";
import { classWithCards } from "../harness/cards";
import { resetDatabase } from "../harness/database";
import { doJobs } from "../harness/jobs";
import { addedPicture, plain, publishFacts } from "../harness/pictures";
import { readPdf, readPdfText } from "../harness/read-pdf";

await openStore();

let admin: Caller;
const own = { ...siteDefaults.facts, name: "Neem <Tree> School", street: "7 Fort Road", city: "Pune" };

beforeEach(async () => {
  await resetDatabase();
  admin = await callerOf(await tokenFor(await createAdmin()));
  await currentSite();
});

/** Writes name, logo and address into the draft. */
async function draft(): Promise<number> {
  const logo = await addedPicture(admin, "logo", await plain(900, 300).png().toBuffer());
  return (await admin.institute.save({ section: "facts", value: { ...own, logo }, seen: null })).draft ?? 0;
}

/** Everything except its pages that names the institute, as text. */
async function everywhere() {
  await currentSite();
  const mail = renderEmail(
    { to: "asha@example.org", subject: "News", paragraphs: ["It has come."] },
    undefined,
    await logoOfEmails(),
  );
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    ...mail,
    from: "a@b.example",
  });
  const read = await PostalMime.parse(message as Buffer);
  const visitor = await callerOf(null);
  const feed = await visitor.calendars.feed({ feed: "class-7.ics" });
  return {
    mailText: mail.text,
    mailHtml: mail.html,
    pictures: read.attachments.map(({ mimeType, contentId, disposition }) => [mimeType, contentId, disposition]),
    // The program that made the calendar is the product.
    calendar: feed.replace("PRODID:-//Lyceum//Tests//EN", ""),
    letter: JSON.stringify(letterhead(new Date())),
    error: await errorPage(new AppError("NOT_FOUND", say("nothingHere")), "", { href: "/", name: "Home" }).text(),
    failure: failurePage(),
    social: socialPictureOf((await currentSite()).facts).src,
  };
}

describe("name, logo and address of the institute", () => {
  it("are those of the product everywhere, as long as others are only in a draft", async () => {
    await draft();
    const found = await everywhere();
    expect(JSON.stringify(found)).not.toMatch(/Neem|Fort Road/);
    expect(found).toMatchObject({ pictures: [], social: "/opengraph-image.png" });
    expect(found.error).toContain("/icon.svg");
  });

  it("appear in mails, calendars, letters, error pages and the social picture once they are published", async () => {
    await admin.institute.publish({ seen: await draft() });
    const found = await everywhere();
    for (const text of [found.mailText, found.calendar, found.letter]) {
      expect(text).toContain("Neem <Tree> School");
      expect(text).not.toContain("Lyceum");
    }
    for (const html of [found.mailHtml, found.error, found.failure]) {
      expect(html).toContain("Neem &lt;Tree&gt; School");
      expect(html).not.toContain("<Tree>");
    }
    expect(found.letter).toContain("7 Fort Road, Pune 440010");
    expect(found.pictures).toEqual([["image/png", "<logo@institute>", "inline"]]);
    expect(found.mailHtml).toContain(`<img src="cid:logo@institute" alt="" width="108" height="36"`);
    expect(found.error).toMatch(/\/pictures\/site\/[0-9a-f]{32}\/icon\.png/);
    expect(found.social).toMatch(/^\/pictures\/site\/social\/[0-9a-f]{32}\.png$/);
  });

  it("appear on letters that are printed, with the logo", async () => {
    await admin.institute.publish({ seen: await draft() });
    await schoolYear();
    const { _id: id } = await admin.students.add({ name: "Asha Rao", className: 7, fromDay: "2026-04-06" });
    const { base64 } = await admin.letters.print({ id });
    const { pages, source } = await readPdfText(Buffer.from(base64, "base64"));
    expect(pages[0]?.text).toMatch(/Neem\s*<Tree>\s*School/);
    expect(source).toContain("/Subtype /Image");
  });

  it("appear on report cards that are issued, with the logo", async () => {
    await resetDatabase();
    const { of, setId } = await classWithCards();
    admin = of.office;
    const issued = async (studentId: string) => {
      await of.office.reportCards.issue({ id: setId, students: [studentId] });
      await doJobs();
      const { id } = await db().reportCard.findFirstOrThrow({ where: { studentId } });
      return Buffer.from((await of.office.reportCards.file({ id })).base64, "base64");
    };
    const before = await readPdf(await issued(of.dev));
    expect(before.source).not.toContain("/Subtype /Image");
    await admin.institute.publish({ seen: await draft() });
    await currentSite();
    const { pages, source } = await readPdfText(await issued(of.asha.id));
    expect(pages[0]?.text).toMatch(/Neem\s*<Tree>\s*School/);
    expect(source.match(/\/Subtype \/Image/g)).toHaveLength(1);
    // A card issued earlier keeps the earlier name, and is still the same card.
    const { rows } = await of.office.reportCards.get({ id: setId });
    const { card, standing } = rows.find(({ studentId }) => studentId === of.dev) ?? {};
    expect(standing).toBe("issued");
    const token = before.pages[0]?.codes[0]?.split("/").at(-1) ?? "";
    const { content } = await (await callerOf(null)).reportCards.verify({ token, number: card?.number ?? "" });
    expect(content.institute).toBe(siteDefaults.facts.name);
  });

  it("bring a warning before letters, invitations and cards until the institute's own number is published", async () => {
    await resetDatabase();
    const { of, setId } = await classWithCards();
    admin = of.office;
    const { letters, codes, reportCards } = of.office;
    const students = [of.dev];
    const said = async () =>
      (
        await Promise.all([
          letters.preview({ id: of.dev }),
          letters.previewClass({ class: 7 }),
          letters.previewMany({ students }),
          codes.previewInvite({ students }),
          reportCards.get({ id: setId }),
        ])
      ).map(({ ownFacts }) => ownFacts);
    const none = Array(5).fill(false);
    await draft();
    expect(await said()).toEqual(none);
    await publishFacts(admin, { name: "Neem Tree School" });
    expect(await said()).toEqual(none);
    await publishFacts(admin, { phone: "+91 20 4000 1000" });
    expect(await said()).toEqual(Array(5).fill(true));
  });

  it("decide where mails to the office go that still wait or are sent again: to the address of today", async () => {
    const message = { name: "Meera Rao", email: "meera@example.org", message: "Is there a seat?" };
    await addMessage({ ...message, phone: null, consent: true }, undefined);
    const leave = async () => (await leaseNext({ except: [], mostRank: 2 }))?.recipient;
    await publishFacts(admin, { email: "office@neem.example" });
    expect(await leave()).toBe("office@neem.example");
    const { id } = await db().mail.findFirstOrThrow();
    for (const state of ["failed", "sent"] as const) {
      await db().mail.update({ where: { id }, data: { state, sentAt: state === "sent" ? new Date() : null } });
      await publishFacts(admin, { email: `${state}@neem.example` });
      await admin.records.resendMail({ id });
      expect(await leave()).toBe(`${state}@neem.example`);
    }
  });

  it("are drawn into a social picture of its size, which gets another address after each change", async () => {
    const ask = (src: string) => handleSitePicture(new Request(`http://localhost${src}`));
    await admin.institute.publish({ seen: await draft() });
    const { src } = socialPictureOf((await currentSite()).facts);
    const answer = await ask(src);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    const saved = await admin.institute.save({ section: "facts", value: { ...own, tagline: "Learn." }, seen: null });
    expect((await ask(src)).status).toBe(200);
    await admin.institute.publish({ seen: saved.draft ?? 0 });
    await currentSite();
    expect((await ask(src)).status).toBe(404);
    expect((await ask(`/pictures/site/social/${"0".repeat(32)}.png`)).status).toBe(404);
  });

  it("have no picture under any other name", async () => {
    for (const name of ["", "x", "../../secret", "%2e%2e%2fsecret", `${"a".repeat(32)}/640.webp`, "social/", "a/b/c"]) {
      const answer = await handleSitePicture(new Request(`http://localhost/pictures/site/${name}`));
      expect([name, answer.status]).toEqual([name, 404]);
    }
  });
});
