/**
 * Every fact about the institute, in one place: change this file and the site is yours (decision 27).
 */

import { dateIn } from "@/lib/dates";

export type Statistic = { value: string; label: string };
export type Advantage = { title: string; text: string };
export type SocialLink = { label: string; href: string };
export type TeamMember = { name: string; role: string; portrait: string; links: SocialLink[] };
export type GalleryPicture = { file: string; alt: string };

export const institute = {
  name: "Lyceum",
  tagline: "Good teaching, plainly done.",
  description:
    "Lyceum is a tutoring institute for Classes 1 to 12: small classes, study materials for every subject, regular tests and results that parents can follow.",
  founded: 2021,
  /** The school year that admission is open for. */
  session: "2023-24",
  address: {
    street: "14 Banyan Court, Shastri Road",
    city: "Nagpur",
    state: "Maharashtra",
    postcode: "440010",
    country: "India",
  },
  email: "hello@lyceum.example",
  partnershipsEmail: "partnerships@lyceum.example",
  phone: "+91 712 555 0142",
  /** How numbers of its country are dialled: the code, and the digits of a number without it. */
  dialling: { code: "91", digits: 10 },
  /** The clock on its wall: decides which tests are past. */
  timeZone: "Asia/Kolkata",
  workingHours: "10:00 am to 6:00 pm",
  workingDays: "Monday to Saturday",
  classes: { from: 1, to: 12 },
} as const;

/** The year on the institute's clock. */
export const yearAt = (now: Date) => Number(dateIn(institute.timeZone, now).slice(0, 4));

/** What the institute claims of itself, in the order it is shown. Years are counted by the clock. */
export const statisticsAt = (now: Date): Statistic[] => [
  { value: "95%", label: "success rate" },
  { value: "500+", label: "students" },
  { value: `${yearAt(now) - institute.founded}+`, label: "years" },
  { value: "5+", label: "expert faculty" },
  { value: "500+", label: "hours" },
  { value: "150+", label: "projects" },
  { value: "100+", label: "happy students" },
  { value: "99%", label: "satisfaction" },
];

export const advantages: Advantage[] = [
  {
    title: "Small classes",
    text: "Few enough students that every teacher knows how each child thinks, and where they get stuck.",
  },
  {
    title: "Teachers who stay",
    text: "The same faculty take a class through the year, so nobody has to start again in the middle of a chapter.",
  },
  {
    title: "Notes you can take home",
    text: "Study materials for every class and subject, written by our own teachers and free to download.",
  },
  {
    title: "Tests without surprises",
    text: "Dates and times are published early for everyone to see, so there is time to prepare and time to rest.",
  },
  {
    title: "Results parents can follow",
    text: "Each result comes with a grade and an honest word on what to do next, not only a number.",
  },
  {
    title: "Learning by doing",
    text: "Models, experiments and small projects in every term, because what is built is remembered.",
  },
];

export const team: TeamMember[] = [
  {
    name: "Meera Kulkarni",
    role: "Founder and Director",
    portrait: "/pictures/team/meera-kulkarni.svg",
    links: [
      { label: "LinkedIn", href: "https://linkedin.example/in/meera-kulkarni" },
      { label: "E-mail", href: "mailto:meera@lyceum.example" },
    ],
  },
  {
    name: "Harpreet Singh",
    role: "Physics",
    portrait: "/pictures/team/harpreet-singh.svg",
    links: [
      { label: "LinkedIn", href: "https://linkedin.example/in/harpreet-singh" },
      { label: "E-mail", href: "mailto:harpreet@lyceum.example" },
    ],
  },
  {
    name: "Lakshmi Subramanian",
    role: "Mathematics",
    portrait: "/pictures/team/lakshmi-subramanian.svg",
    links: [
      { label: "LinkedIn", href: "https://linkedin.example/in/lakshmi-subramanian" },
      { label: "E-mail", href: "mailto:lakshmi@lyceum.example" },
    ],
  },
  {
    name: "Joseph D’Souza",
    role: "English",
    portrait: "/pictures/team/joseph-dsouza.svg",
    links: [
      { label: "LinkedIn", href: "https://linkedin.example/in/joseph-dsouza" },
      { label: "E-mail", href: "mailto:joseph@lyceum.example" },
    ],
  },
  {
    name: "Ayesha Siddiqui",
    role: "Biology",
    portrait: "/pictures/team/ayesha-siddiqui.svg",
    links: [
      { label: "LinkedIn", href: "https://linkedin.example/in/ayesha-siddiqui" },
      { label: "E-mail", href: "mailto:ayesha@lyceum.example" },
    ],
  },
  {
    name: "Rohan Deshmukh",
    role: "Computer Science",
    portrait: "/pictures/team/rohan-deshmukh.svg",
    links: [
      { label: "LinkedIn", href: "https://linkedin.example/in/rohan-deshmukh" },
      { label: "E-mail", href: "mailto:rohan@lyceum.example" },
    ],
  },
  {
    name: "Tashi Lepcha",
    role: "Social Science",
    portrait: "/pictures/team/tashi-lepcha.svg",
    links: [
      { label: "LinkedIn", href: "https://linkedin.example/in/tashi-lepcha" },
      { label: "E-mail", href: "mailto:tashi@lyceum.example" },
    ],
  },
  {
    name: "Imran Qureshi",
    role: "Student Counsellor",
    portrait: "/pictures/team/imran-qureshi.svg",
    links: [
      { label: "LinkedIn", href: "https://linkedin.example/in/imran-qureshi" },
      { label: "E-mail", href: "mailto:imran@lyceum.example" },
    ],
  },
];

export const mission =
  "To give every child in our care the time, the explanation and the encouragement it takes to understand a subject, not merely to pass it.";

export const vision =
  "A city in which where a child studies depends on curiosity alone, and no family has to choose between good teaching and being treated kindly.";

export const coreValues: Advantage[] = [
  { title: "Patience", text: "We explain it again, differently, until it is clear." },
  { title: "Honesty", text: "We tell parents how things stand, early and in plain words." },
  { title: "Curiosity", text: "A good question is worth stopping the lesson for." },
  { title: "Fairness", text: "Every student gets the same attention, whatever last term’s marks." },
];

export const gallery: GalleryPicture[] = [
  { file: "/pictures/gallery/morning-assembly.svg", alt: "Students standing in rows for the morning assembly." },
  { file: "/pictures/gallery/science-lab.svg", alt: "Two students watching a flask change colour in the science lab." },
  { file: "/pictures/gallery/reading-corner.svg", alt: "A girl reading on a cushion beside a full bookshelf." },
  { file: "/pictures/gallery/maths-board.svg", alt: "A teacher drawing a triangle on the blackboard." },
  { file: "/pictures/gallery/art-class.svg", alt: "Paint pots and a half-finished picture of a peacock on an easel." },
  { file: "/pictures/gallery/cricket-match.svg", alt: "A batter and a wicketkeeper on the playground at sunset." },
  { file: "/pictures/gallery/kite-day.svg", alt: "Four kites over the roof of the institute." },
  { file: "/pictures/gallery/tree-planting.svg", alt: "Children planting a neem sapling in the yard." },
  { file: "/pictures/gallery/robot-project.svg", alt: "A small wheeled robot on a workbench among its tools." },
  { file: "/pictures/gallery/music-room.svg", alt: "A tabla and a harmonium on a striped carpet." },
  { file: "/pictures/gallery/telescope-night.svg", alt: "A student at a telescope under a sky full of stars." },
  { file: "/pictures/gallery/chess-club.svg", alt: "Two students bent over a chess board." },
  { file: "/pictures/gallery/prize-day.svg", alt: "A student holding a cup and a certificate on the stage." },
  { file: "/pictures/gallery/lunch-break.svg", alt: "Friends sharing their lunch boxes under a tree." },
  { file: "/pictures/gallery/diwali-lamps.svg", alt: "A row of lit oil lamps beside a rangoli." },
];

export type Course = { title: string; classes: string; text: string };

/** What is taught, on the services page. */
export const courses: Course[] = [
  {
    title: "First steps",
    classes: "Classes 1 to 5",
    text: "Reading aloud, number sense, handwriting and the habit of asking. Two hours after school, homework done before going home.",
  },
  {
    title: "Foundations",
    classes: "Classes 6 to 8",
    text: "Mathematics, Science, English and Social Science in groups of twelve, with a small project in every term.",
  },
  {
    title: "Board years",
    classes: "Classes 9 and 10",
    text: "The full syllabus with a test every second week, corrected by hand and talked through with each student.",
  },
  {
    title: "Higher secondary",
    classes: "Classes 11 and 12",
    text: "Physics, Chemistry, Mathematics, Biology and Computer Science, with time for the questions behind the formula.",
  },
];
