import type { DescribedPicture, SiteContent, TeamMember } from "@/lib/site-content";

const drawn = (file: string, alt: string): DescribedPicture => {
  return { src: `/pictures/gallery/${file}.svg`, width: 640, height: 480, alt };
};

const teacher = (name: string, role: string, file: string, mailbox: string): TeamMember => ({
  name,
  role,
  portrait: { src: `/pictures/team/${file}.svg`, width: 320, height: 360 },
  links: [
    { label: "LinkedIn", href: `https://linkedin.example/in/${file}` },
    { label: "Email", href: `mailto:${mailbox}@lyceum.example` },
  ],
});

const course = (title: string, classes: string, text: string) => ({ title, classes, text, timings: "", fees: "" });

/** The content of the site until the office publishes its own words and pictures. */
export const siteDefaults: SiteContent = {
  facts: {
    name: "Lyceum",
    logo: null,
    tagline: "Good teaching, plainly done.",
    description:
      "Lyceum is a tutoring institute for Classes 1 to 12: small classes, study materials for every subject, regular tests and results that parents can follow.",
    founded: 2021,
    street: "14 Banyan Court, Shastri Road",
    city: "Nagpur",
    state: "Maharashtra",
    postcode: "440010",
    country: "India",
    mapLink: "",
    email: "hello@lyceum.example",
    partnershipsEmail: "partnerships@lyceum.example",
    phone: "+91 712 555 0142",
    workingHours: "10:00 am to 6:00 pm",
    workingDays: "Monday to Saturday",
    links: [],
    toBring: ["the last report card", "a proof of the date of birth"],
  },
  home: {
    statistics: [
      { value: "95%", label: "success rate", hidden: false },
      { value: "500+", label: "students", hidden: false },
      { value: "{years}+", label: "years", hidden: false },
      { value: "5+", label: "expert faculty", hidden: false },
      { value: "500+", label: "hours", hidden: false },
      { value: "150+", label: "projects", hidden: false },
      { value: "100+", label: "happy students", hidden: false },
      { value: "99%", label: "satisfaction", hidden: false },
    ],
    advantages: [
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
    ],
  },
  about: {
    paragraphs: [
      "We are a house of a few rooms under a very old banyan. Since 2021, children have come here after school to understand what went by too fast in the morning.",
    ],
    mission:
      "To give every child in our care the time, the explanation and the encouragement it takes to understand a subject, not merely to pass it.",
    vision:
      "A city in which where a child studies depends on curiosity alone, and no family has to choose between good teaching and being treated kindly.",
    values: [
      { title: "Patience", text: "We explain it again, differently, until it is clear." },
      { title: "Honesty", text: "We tell parents how things stand, early and in plain words." },
      { title: "Curiosity", text: "A good question is worth stopping the lesson for." },
      { title: "Fairness", text: "Every student gets the same attention, whatever last term’s marks." },
    ],
  },
  story: {
    founder: "Meera Kulkarni",
    role: "Founder and Director",
    portrait: { src: "/pictures/founder.svg", width: 560, height: 640 },
    portraitAlt: "Meera Kulkarni with a notebook and a cup of tea under the banyan tree of the institute’s yard.",
    lead: "It began with one girl, one evening and one sum that would not come out.",
    paragraphs: [
      "I had been a school teacher in Nagpur for nineteen years when our neighbour’s daughter knocked with her mathematics book. She was in Class 7 and had decided that she was not clever. We sat down at the kitchen table, and it took us twenty minutes to find the place, two years back, where somebody had gone on without her. It took one more week to put it right.",
      "The week after, she brought her brother. By the rains there were eleven children, three tables and a blackboard leaning on the refrigerator. Not one of them lacked talent. What they lacked was somebody with the time to explain a thing again, differently, until it was theirs.",
      "So in 2021 I took the savings that were meant for a car and rented two rooms at 14 Banyan Court. Harpreet came to teach Physics and built half the furniture. Lakshmi came for one term of Mathematics and is still here. We made three rules: no class so large that a teacher cannot hear everyone think, no result without a word on what to do next, and no notes that a family has to pay for.",
    ],
    quote: "A child who says “I am not good at this” is nearly always right about the page and wrong about themselves.",
    closing: [
      "The rules still stand. There are more rooms now, a laboratory that smells of vinegar, a telescope on the roof and a neem tree that Class 4 planted. Every year some of those first children come back. One builds bridges. One writes software in Pune. The girl with the sum that would not come out is in her second year of teacher training.",
      "If you come to see us, come in the evening, when the lamps are on and everyone is arguing about something. Ask for me. I will be the one with the tea.",
    ],
    milestones: [
      { year: "2021", text: "Two rooms, three teachers and twenty-six students at Banyan Court." },
      { year: "2022", text: "The first board class: every one of them passes, and four come first in their schools." },
      {
        year: "2023",
        text: "The monsoon floods our street. Lessons move back to kitchen tables for three weeks, and nobody is left behind.",
      },
      { year: "2024", text: "Our notes are printed, then published: free, for every class, for anyone." },
      { year: "2025", text: "The laboratory and the small library open. The telescope goes up on the roof." },
      { year: "2026", text: "Five hundred students, and the same three rules." },
    ],
  },
  team: [
    teacher("Meera Kulkarni", "Founder and Director", "meera-kulkarni", "meera"),
    teacher("Harpreet Singh", "Physics", "harpreet-singh", "harpreet"),
    teacher("Lakshmi Subramanian", "Mathematics", "lakshmi-subramanian", "lakshmi"),
    teacher("Joseph D’Souza", "English", "joseph-dsouza", "joseph"),
    teacher("Ayesha Siddiqui", "Biology", "ayesha-siddiqui", "ayesha"),
    teacher("Rohan Deshmukh", "Computer Science", "rohan-deshmukh", "rohan"),
    teacher("Tashi Lepcha", "Social Science", "tashi-lepcha", "tashi"),
    teacher("Imran Qureshi", "Student Counsellor", "imran-qureshi", "imran"),
  ],
  gallery: [
    drawn("morning-assembly", "Students standing in rows for the morning assembly."),
    drawn("science-lab", "Two students watching a flask change colour in the science lab."),
    drawn("reading-corner", "A girl reading on a cushion beside a full bookshelf."),
    drawn("maths-board", "A teacher drawing a triangle on the blackboard."),
    drawn("art-class", "Paint pots and a half-finished picture of a peacock on an easel."),
    drawn("cricket-match", "A batter and a wicketkeeper on the playground at sunset."),
    drawn("kite-day", "Four kites over the roof of the institute."),
    drawn("tree-planting", "Children planting a neem sapling in the yard."),
    drawn("robot-project", "A small wheeled robot on a workbench among its tools."),
    drawn("music-room", "A tabla and a harmonium on a striped carpet."),
    drawn("telescope-night", "A student at a telescope under a sky full of stars."),
    drawn("chess-club", "Two students bent over a chess board."),
    drawn("prize-day", "A student holding a cup and a certificate on the stage."),
    drawn("lunch-break", "Friends sharing their lunch boxes under a tree."),
    drawn("diwali-lamps", "A row of lit oil lamps beside a rangoli."),
  ],
  courses: [
    course(
      "First steps",
      "Classes 1 to 5",
      "Reading aloud, number sense, handwriting and the habit of asking. Two hours after school, homework done before going home.",
    ),
    course(
      "Foundations",
      "Classes 6 to 8",
      "Mathematics, Science, English and Social Science in groups of twelve, with a small project in every term.",
    ),
    course(
      "Board years",
      "Classes 9 and 10",
      "The full syllabus with a test every second week, corrected by hand and talked through with each student.",
    ),
    course(
      "Higher secondary",
      "Classes 11 and 12",
      "Physics, Chemistry, Mathematics, Biology and Computer Science, with time for the questions behind the formula.",
    ),
  ],
  careers: {
    openings: [
      {
        title: "Chemistry teacher, Classes 9 to 12",
        kind: "Full time",
        text: "You can make a mole of anything interesting, and you would rather do the experiment than describe it. Three years in front of a class, and patience to match.",
      },
      {
        title: "Primary teacher, Classes 1 to 5",
        kind: "Full time",
        text: "You read aloud well, notice who has gone quiet, and believe that handwriting still matters. Hindi or Marathi beside English.",
      },
      {
        title: "Laboratory and library assistant",
        kind: "Part time, evenings",
        text: "You keep forty glasses and two thousand books in an order that children can find. Students of science or education are welcome.",
      },
    ],
    promises: [
      { title: "Small groups", text: "You will know every student by name before the second week is over." },
      { title: "Time to prepare", text: "Eight hours of each week are yours, in writing, for notes and corrections." },
      { title: "A say", text: "What is taught, and in which order, is decided by those who teach it." },
    ],
    hiring: [
      { title: "Write to us", text: "A page about you and about a lesson you were proud of." },
      { title: "Talk with us", text: "Half an hour over tea with the two people you would work with most." },
      { title: "Teach a class", text: "One lesson with our students. They will tell us, and you, what they thought." },
    ],
  },
};
