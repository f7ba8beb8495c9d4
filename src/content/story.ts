/** The founder's story, as the page `/story` tells it. */
export const story = {
  founder: "Meera Kulkarni",
  role: "Founder and Director",
  portrait: "/pictures/founder.svg",
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
} as const;
