import { daysInWords, kept } from "./retention";

/** What is kept about people and why, as the privacy policy lists it. */
export const purposes = [
  {
    name: "Student account",
    text: "Your name, your email address and your password, which is stored in a form that nobody can read back.",
    answer: "To show your results to you and to the people listed below them, and to nobody else.",
  },
  {
    name: "Student’s file",
    text: "Admission number, date of birth, classes and sections, when and why somebody left, and what the parents agreed to.",
    answer: "To put each result and notice into the right hands.",
  },
  {
    name: "Guardians",
    text: "Name, phone number, email address and what you are to the child.",
    answer: "To tell the family, and to show it how the child is doing.",
  },
  {
    name: "Results and report cards",
    text: "Class, score, total marks and, where given, the exam and the GPA; on report cards also attendance and remarks.",
    answer: "To follow how a student is doing and to say what comes next.",
  },
  {
    name: "Admission form",
    text: "Class, name, parent name, email, phone and, if you give it, the previous school.",
    answer: "To answer the application and to complete the enrollment.",
  },
  {
    name: "Contact form",
    text: "Your name, your email address, your phone number if you give it, and your message.",
    answer: "To answer you.",
  },
  {
    name: "Consent",
    text: "With an account, an admission form or a message, when you agreed and to which version of this text.",
    answer: "To be able to show it.",
  },
  {
    name: "Notices",
    text: "Which of them were for you, and when you read and confirmed one.",
    answer: "To see that families know of it.",
  },
  {
    name: "Codes from the office, links of calendars",
    text: "For whom one was made, and when it was used, never the code or the link itself.",
    answer: "To let you log in, and to put your tests into your calendar.",
  },
  {
    name: "Mails",
    text: "To whom an email was sent, when and about what; its words only if the site could not send mail at that time.",
    answer: "To see that it arrived.",
  },
  {
    name: "Security records",
    text: "Who logged in, when and from which network, and who added, read or deleted what.",
    answer: "To notice misuse.",
  },
  {
    name: "Technical records",
    text: "The time and kind of a request and whether it failed.",
    answer: "To keep the site running and safe.",
  },
];

/** How long it is kept. */
export const times = [
  {
    name: "Accounts, students’ files, results and report cards",
    answer:
      "Until you delete your account, ask us to, or left us three years ago; the office can set between one and ten years. Nothing is erased within thirty days after the office has recorded that you left.",
  },
  {
    name: "Guardians",
    answer: `Until ${daysInWords(kept.endedLinks)} after the last link to a child has ended, or until you ask us to delete your data. An account that is still in use is kept until you delete it.`,
  },
  { name: "Logins", answer: `Until ${daysInWords(kept.sessions)} after they ended.` },
  {
    name: "Codes from the office",
    answer: `Until ${daysInWords(kept.codes)} after they were used or ran out.`,
  },
  { name: "Links of calendars", answer: `Until ${daysInWords(kept.calendars)} after they were ended.` },
  {
    name: "Admission forms and messages",
    answer: `For ${daysInWords(kept.forms)}. The time of a form begins when its application is declined or withdrawn; that of a child who joined us is kept for ${daysInWords(kept.enrolledForms)}. What led to an enrollment becomes part of the student’s file.`,
  },
  { name: "Mails", answer: `For ${daysInWords(kept.mails)}.` },
  { name: "Security records", answer: `For ${daysInWords(kept.securityRecords)}.` },
  {
    name: "Notices, and who has read and confirmed them",
    answer: `Until ${daysInWords(kept.notices)} after their end. A notice without an end is kept until it is withdrawn, and for ${daysInWords(kept.notices)} after that; a draft for ${daysInWords(kept.notices)} after it was begun.`,
  },
  { name: "Technical records", answer: "For thirty days." },
  {
    name: "Copies for emergencies",
    answer:
      "Nightly copies for up to four weeks. Deleted data stays in them until then, and is deleted again if a copy is restored. Our office may keep other copies for longer.",
  },
];
