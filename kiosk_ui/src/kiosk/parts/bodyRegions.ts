/** Where the regions of the body stand on the drawing (0..100 across, 0..220 down) and on which side their names go. */
export type View = "front" | "back";
type MessageId = FormatjsIntl.Message["ids"];
type Spot = readonly [x: number, y: number, r: number];

/** Left and right are asked for in words: on a drawing that faces people, they are easily mixed up. */
export interface Region {
  id: Extract<MessageId, `body.${string}`>;
  /** The place's code in the hospital's clinical knowledge. */
  site: string;
  side: "left" | "right"; // of the drawing
  spots: readonly Spot[];
}

const both = (x: number, y: number, r: number): readonly Spot[] => [
  [50 - x, y, r],
  [50 + x, y, r],
];

export const REGIONS: Record<View, readonly Region[]> = {
  front: [
    { id: "body.head", site: "head", side: "left", spots: [[50, 7, 5]] },
    { id: "body.ears", site: "ear", side: "left", spots: both(9, 18, 3) },
    { id: "body.throat", site: "throat", side: "left", spots: [[50, 32, 4]] },
    { id: "body.shoulder", site: "shoulder", side: "left", spots: both(20, 43, 6) },
    { id: "body.arm", site: "arm", side: "left", spots: both(29, 76, 6) },
    { id: "body.hand", site: "hand", side: "left", spots: both(34, 111, 6) },
    { id: "body.private", site: "genitals", side: "left", spots: [[50, 114, 5]] },
    { id: "body.eyes", site: "eye", side: "right", spots: both(4, 15, 3) },
    { id: "body.nose", site: "nose", side: "right", spots: [[50, 20, 3]] },
    { id: "body.chest", site: "chest", side: "right", spots: [[50, 53, 9]] },
    { id: "body.upperBelly", site: "upper_abdomen", side: "right", spots: [[50, 75, 8]] },
    { id: "body.lowerBelly", site: "lower_abdomen", side: "right", spots: [[50, 96, 8]] },
    { id: "body.leg", site: "leg", side: "right", spots: both(10, 134, 7) },
    { id: "body.knee", site: "knee", side: "right", spots: both(10, 157, 6) },
    { id: "body.foot", site: "foot", side: "right", spots: both(11, 209, 6) },
  ],
  back: [
    { id: "body.backHead", site: "head", side: "left", spots: [[50, 13, 7]] },
    { id: "body.upperBack", site: "back", side: "left", spots: [[50, 60, 10]] },
    { id: "body.buttocks", site: "buttock", side: "left", spots: both(7, 114, 7) },
    { id: "body.calf", site: "leg", side: "left", spots: both(10, 178, 7) },
    { id: "body.neck", site: "neck", side: "right", spots: [[50, 32, 5]] },
    { id: "body.lowerBack", site: "lower_back", side: "right", spots: [[50, 92, 8]] },
    { id: "body.thigh", site: "leg", side: "right", spots: both(10, 138, 7) },
  ],
};

/** A plain standing figure, the same from both sides. */
export const FIGURE =
  "M50 2c7 0 11 6 11 13 0 6-3 11-6 13v6c0 2 2 3 5 4 8 2 14 4 16 11 2 8 4 21 6 30 1 8 3 17 5 24 1 5-5 8-8 4-4-9-7-20-10-30" +
  "l-3-14c0 12 1 22 2 32 1 13 1 26 0 39 0 12 1 24 0 36-1 12-2 22-2 30 3 3 5 7 4 10-4 3-11 2-13-1-1-12-3-26-4-40" +
  "-1-16-2-34-3-50-1 16-2 34-3 50-1 14-3 28-4 40-2 3-9 4-13 1-1-3 1-7 4-10 0-8-1-18-2-30-1-12 0-24 0-36-1-13-1-26 0-39" +
  " 1-10 2-20 2-32l-3 14c-3 10-6 21-10 30-3 4-9 1-8-4 2-7 4-16 5-24 2-9 4-22 6-30 2-7 8-9 16-11 3-1 5-2 5-4v-6c-3-2-6-7-6-13 0-7 4-13 11-13z";
