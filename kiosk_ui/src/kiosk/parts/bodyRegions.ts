/** Where the regions of the body stand on the drawing (0..100 across, 0..220 down) and on which side their names go. */
export type View = "front" | "back";
type MessageId = FormatjsIntl.Message["ids"];

export interface Region {
  id: Extract<MessageId, `body.${string}`>;
  side: "left" | "right"; // of the drawing: in front, the patient's right is on the left
  x: number;
  y: number;
  r: number;
}

export const REGIONS: Record<View, readonly Region[]> = {
  front: [
    { id: "body.head", side: "left", x: 50, y: 7, r: 5 },
    { id: "body.ears", side: "left", x: 41, y: 18, r: 3 },
    { id: "body.throat", side: "left", x: 50, y: 32, r: 4 },
    { id: "body.rightShoulder", side: "left", x: 30, y: 43, r: 6 },
    { id: "body.rightArm", side: "left", x: 21, y: 74, r: 6 },
    { id: "body.rightHand", side: "left", x: 16, y: 111, r: 6 },
    { id: "body.private", side: "left", x: 50, y: 114, r: 5 },
    { id: "body.rightLeg", side: "left", x: 40, y: 134, r: 7 },
    { id: "body.rightKnee", side: "left", x: 40, y: 157, r: 6 },
    { id: "body.rightFoot", side: "left", x: 39, y: 209, r: 6 },
    { id: "body.eyes", side: "right", x: 54, y: 15, r: 3 },
    { id: "body.nose", side: "right", x: 50, y: 20, r: 3 },
    { id: "body.chest", side: "right", x: 55, y: 53, r: 8 },
    { id: "body.leftShoulder", side: "right", x: 70, y: 43, r: 6 },
    { id: "body.upperBelly", side: "right", x: 50, y: 75, r: 8 },
    { id: "body.leftArm", side: "right", x: 79, y: 78, r: 6 },
    { id: "body.lowerBelly", side: "right", x: 50, y: 96, r: 8 },
    { id: "body.leftHand", side: "right", x: 84, y: 111, r: 6 },
    { id: "body.leftLeg", side: "right", x: 60, y: 134, r: 7 },
    { id: "body.leftKnee", side: "right", x: 60, y: 157, r: 6 },
    { id: "body.leftFoot", side: "right", x: 61, y: 209, r: 6 },
  ],
  back: [
    { id: "body.backHead", side: "left", x: 50, y: 13, r: 7 },
    { id: "body.leftShoulder", side: "left", x: 31, y: 43, r: 6 },
    { id: "body.leftArm", side: "left", x: 21, y: 78, r: 6 },
    { id: "body.buttocks", side: "left", x: 43, y: 114, r: 8 },
    { id: "body.leftLeg", side: "left", x: 40, y: 140, r: 7 },
    { id: "body.leftCalf", side: "left", x: 40, y: 178, r: 7 },
    { id: "body.neck", side: "right", x: 50, y: 32, r: 5 },
    { id: "body.upperBack", side: "right", x: 56, y: 58, r: 9 },
    { id: "body.rightArm", side: "right", x: 79, y: 78, r: 6 },
    { id: "body.lowerBack", side: "right", x: 54, y: 92, r: 8 },
    { id: "body.rightLeg", side: "right", x: 60, y: 140, r: 7 },
    { id: "body.rightCalf", side: "right", x: 60, y: 178, r: 7 },
  ],
};

/** A plain standing figure, the same from both sides. */
export const FIGURE =
  "M50 2c7 0 11 6 11 13 0 6-3 11-6 13v6c0 2 2 3 5 4 8 2 14 4 16 11 2 8 4 21 6 30 1 8 3 17 5 24 1 5-5 8-8 4-4-9-7-20-10-30" +
  "l-3-14c0 12 1 22 2 32 1 13 1 26 0 39 0 12 1 24 0 36-1 12-2 22-2 30 3 3 5 7 4 10-4 3-11 2-13-1-1-12-3-26-4-40" +
  "-1-16-2-34-3-50-1 16-2 34-3 50-1 14-3 28-4 40-2 3-9 4-13 1-1-3 1-7 4-10 0-8-1-18-2-30-1-12 0-24 0-36-1-13-1-26 0-39" +
  " 1-10 2-20 2-32l-3 14c-3 10-6 21-10 30-3 4-9 1-8-4 2-7 4-16 5-24 2-9 4-22 6-30 2-7 8-9 16-11 3-1 5-2 5-4v-6c-3-2-6-7-6-13 0-7 4-13 11-13z";
