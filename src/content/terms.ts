import type { Policy } from "./policies";

export const terms: Policy = {
  title: "Terms of Use",
  lead: "The rules for using this site.",
  updated: "2026-11-26",
  summary: {
    title: "In short",
    points: [
      {
        name: "Using the site",
        text: "Reading it is free. If you create an account or send a form, you agree to these terms.",
      },
      { name: "Your account", text: "Use your own name and keep your password private." },
      {
        name: "Study materials",
        text: "Read, download and print them for yourself, your class or your school. Please do not sell them.",
      },
      {
        name: "Tests and admission",
        text: "A test date may change, so check again the day before. The place is yours once enrollment is complete.",
      },
      {
        name: "Results",
        text: "If a result looks wrong, please speak to the teacher within fourteen days.",
      },
    ],
  },
  sections: [
    {
      title: "What this site is for",
      paragraphs: [
        "On this site {name} publishes study materials and test schedules, accepts applications for admission and shows students their results. Reading the site is free. If you create an account or send a form, you agree to these terms.",
      ],
    },
    {
      title: "Your account",
      points: [
        "Use your own name and your own email address. Results are shown in the account for which they were recorded.",
        "Keep your password private, and tell us at once if somebody else knows it.",
        "If you are under eighteen, a parent or guardian must know about your account.",
        "We may close an account that is used to harm others or to break these terms. If we do, we give the reason.",
      ],
    },
    {
      title: "Study materials",
      points: [
        "You may read, download and print study materials for yourself, your class or your school.",
        "Please leave our name on them, and do not sell them.",
        "We prepare them with care, but they may contain mistakes. If they differ from what the board publishes, follow the board.",
        "Some are available for a limited time and are removed on the date announced.",
      ],
    },
    {
      title: "Test schedules",
      paragraphs: [
        "Dates and times are given in our local time. A date may change. The schedule on this site is the one that counts, so please check again the day before.",
      ],
    },
    {
      title: "Admission",
      paragraphs: [
        "An admission form is an application, not a contract. We confirm it within 2 business days. The place is yours once enrollment is complete. Seats are limited and are given in the order in which applications reach us.",
      ],
    },
    {
      title: "Results",
      paragraphs: [
        "Results are shown as our teachers recorded them. If a result looks wrong, please speak to the teacher within fourteen days. We correct a result only for a reason, and show both the correction and the reason beside it.",
      ],
    },
    {
      title: "Fair use",
      points: [
        "Do not try to open other people’s information, and do not disturb the site for others.",
        "Do not send anything unlawful, hurtful or false through the forms.",
        "If you find a security weakness, please tell us before you tell anyone else. We will be grateful.",
      ],
    },
    {
      title: "Our responsibility",
      paragraphs: [
        "We do our best to keep the site available and correct, but we cannot promise that it always will be. We are responsible for damage that we cause on purpose or through gross negligence, and beyond that only where the law requires it.",
      ],
    },
    {
      title: "Law and contact",
      paragraphs: [
        "The law of {country} applies, and the courts of {city} have jurisdiction. If something is wrong, please talk to us first. {reach}",
      ],
    },
    {
      title: "Your data",
      paragraphs: ["The Privacy Policy explains what we keep about you, and why."],
    },
  ],
};
