/** Small line drawings of places of the body and of common complaints, by the key of their tile. */
import type { Option } from "../../api/kiosk";
import { named } from "../../api/named";

const ring = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const pain = (x: number, y: number) =>
  `${ring(x, y, 2.5)}M${x - 7} ${y - 7}l2.5 2.5M${x + 7} ${y - 7}l-2.5 2.5M${x - 7} ${y + 7}l2.5-2.5M${x + 7} ${y + 7}l-2.5-2.5`;

const BUST = `${ring(24, 14, 9)}M19.5 23v6c-8 1-13 6-13.5 15M28.5 23v6c8 1 13 6 13.5 15`;
const TORSO =
  "M20 3v5c0 2-2 3-5 4-5 1-8 4-8 9v23M28 3v5c0 2 2 3 5 4 5 1 8 4 8 9v23M14 24v20M34 24v20";
const BACK = `${TORSO}M24 13v3M24 20v3M24 27v3`;
const LEG = "M30 4c0 10 2 13 1 19s0 10-1 14l8 6H20M16 4c0 10 5 14 4 20s1 13 0 19";
const FOOT = "M15 5v21c0 5-3 7-3 12v4h28c1-4-2-6-7-8-5-1-7-4-7-9V5";
const ARM = "M9 5c-1 11 0 20 3 28 1 4 4 5 8 4l23-8M22 5c0 8 0 12 1 19l18-6";
const HAND =
  "M15 44v-7c-4-4-7-8-8-12-.6-2.6 2.6-3.6 4-1l4 5V13c0-3.4 4.6-3.4 4.6 0v10V8c0-3.4 4.8-3.4 4.8 0v15V10" +
  "c0-3.4 4.6-3.4 4.6 0v14V15c0-3.2 4.4-3.2 4.4 0v17c0 4-2 6-3 8v4";
const EYE = `M4 25c5-8 12-12 20-12s15 4 20 12c-5 8-12 12-20 12S9 33 4 25z${ring(24, 25, 5.5)}`;
const EAR =
  "M15 20c0-8 5-13 11-13s11 5 11 12c0 9-9 10-9 17 0 4-3 6-6 6-3.5 0-5.5-2.5-5.5-5.5M21 22c0-4 2.5-7.5 6-7.5" +
  " 3 0 5 2 5 5 0 4-4 4.5-5 8.5";
const NOSE = "M28 4c0 8-3 13-7 18-4 4-7 7-7 11 0 3 3 4 6 4 1 3 4 5 8 4 3-.5 4-2 5-3";
const MOUTH =
  "M4 24c6-2 10-8 15-8 2.5 0 3.5 1.5 5 1.5s2.5-1.5 5-1.5c5 0 9 6 15 8-5 7-12 11-20 11S9 31 4 24zM4 24c8 2 13 2.5 20 2.5" +
  "S36 26 44 24";
const TOOTH =
  "M15 9c3 0 5 2 9 2s6-2 9-2c5 0 8 4 8 9 0 5-3 7-4 12-1 6-1 12-4.5 12-4 0-3-11-8.5-11s-4.5 11-8.5 11C12 42 12 36 11 30" +
  "c-1-5-4-7-4-12 0-5 3-9 8-9z";
const FACE =
  "M13 44v-7C7 33 5 28 5 23 5 13 12 5 21 5c8 0 13 5 14 12l4 6c.7 1.2 0 2.5-1.5 2.5H36v3l-5 2 4 2v3c0 2.5-1.5 4-4 4h-4V44";
const LUNGS =
  "M24 5v14l-5 5M24 19l5 5M19 14C11 16 6 26 6 36c0 5 4 7 8 5 4-1.5 5-3 5-7zM29 14c8 2 13 12 13 22 0 5-4 7-8 5-4-1.5-5-3-5-7z";
const HEART = "M24 42C10 32 5 25 5 18c0-6 4-10 9-10 4 0 8 2 10 6 2-4 6-6 10-6 5 0 9 4 9 10 0 7-5 14-19 24z";
const ABOVE = "M24 4v4M12 6l2 4M36 6l-2 4";
const SPOTS = `${ring(20, 31, 1.5)}${ring(27, 29, 1.5)}${ring(24, 37, 1.5)}`;
const PLASTER_SMALL = "M30 12l8-8a4 4 0 0 1 6 6l-8 8a4 4 0 0 1-6-6z";
const PLASTER = "M8 30 30 8a7.07 7.07 0 0 1 10 10L18 40A7.07 7.07 0 0 1 8 30zM15 23l10 10M23 15l10 10";

const PATHS: Partial<Record<string, string>> = {
  "site:whole_body": `${ring(24, 8, 4.5)}M24 13v16M24 17l-11 8M24 17l11 8M24 29l-7 15M24 29l7 15`,
  "site:head": BUST,
  "site:face": `${ring(24, 24, 18)}M17 20v1M31 20v1M18 32h12`,
  "site:eye": EYE,
  "site:ear": EAR,
  "site:nose": NOSE,
  "site:mouth": MOUTH,
  "site:tooth": TOOTH,
  "site:throat": `${BUST}${ring(24, 30, 2.5)}`,
  "site:neck": `${BUST}M22 27l4 0M22 31l4 0`,
  "site:chest": `${TORSO}${ring(24, 19, 4)}`,
  "site:upper_abdomen": `${TORSO}${ring(24, 27, 4)}`,
  "site:abdomen": `${TORSO}${ring(24, 31, 4)}`,
  "site:lower_abdomen": `${TORSO}${ring(24, 37, 4)}`,
  "site:back": `${BACK}${ring(24, 20, 5)}`,
  "site:lower_back": `${BACK}${ring(24, 37, 4)}`,
  "site:shoulder": `${TORSO}${ring(34.5, 19, 3)}`,
  "site:arm": ARM,
  "site:hand": HAND,
  "site:leg": LEG,
  "site:knee": `${LEG}${ring(25.5, 24, 2.5)}`,
  "site:foot": FOOT,
  "site:skin": `${HAND}${SPOTS}`,
  "site:mind": `${HEART}M16 24c3 4 12 4 15 0`,
  "fact:finding:fever": `M17 28V11a5 5 0 0 1 10 0v17a9 9 0 1 1-10 0zM22 15v16${ring(22, 35, 3)}M34 10h7M34 17h5M34 24h7`,
  "fact:finding:cough": `${FACE}M40 31h5M39 36l5 2M37 41l3 3`,
  "fact:finding:headache": `${BUST}M6 5l4 3M42 5l-4 3M4 15h5M44 15h-5`,
  "fact:finding:dizziness":
    "M23 25a2.5 2.5 0 0 1 3-2.5 6 6 0 0 1 4 6 8 8 0 0 1-9 7 11 11 0 0 1-9-12 14 14 0 0 1 15-12 17 17 0 0 1 14 18M22 6a20 20 0 0 1 14 3",
  "fact:finding:abdominal_pain": `${TORSO}${pain(24, 32)}`,
  "fact:finding:lower_abdominal_pain": `${TORSO}${pain(24, 37)}`,
  "fact:finding:stomach_pain": `${TORSO}${pain(24, 27)}`,
  "fact:finding:chest_pain": `${TORSO}${pain(24, 21)}`,
  "fact:finding:chest_tightness": `${TORSO}M17 16l5 5-5 5M31 16l-5 5 5 5`,
  "fact:finding:back_pain": `${BACK}${pain(24, 38)}`,
  "fact:finding:knee_pain": `${LEG}${ring(25.5, 24, 2.5)}M8 20l5 2M7 28h6M42 20l-5 2M43 28h-6`,
  "fact:finding:leg_pain": `${LEG}M8 18l5 2M7 26h6M42 18l-5 2M43 26h-6`,
  "fact:finding:foot_pain": `${FOOT}M32 14l4-4M33 22h6M38 28l4-3`,
  "fact:finding:rash": `${HAND}${SPOTS}`,
  "fact:finding:itchy_skin": `${HAND}${SPOTS}`,
  "fact:finding:diarrhea": "M10 5h9v17h-9zM10 22h29c0 8-5 12-11 13l1 8H15l1-8c-4-2-6-6-6-13z",
  "fact:finding:sore_throat": `${BUST}${ring(24, 30, 2.5)}M13 25l3 2M35 25l-3 2`,
  "fact:finding:toothache": `${TOOTH}${ABOVE}`,
  "fact:finding:vomiting": `${FACE}M38 32c4 2 5 6 5 12M36 36c2 2 3 4 3 8`,
  "fact:finding:runny_nose": `${NOSE}M22 41c-2 2.5-2 4 0 4s2-1.5 0-4z`,
  "fact:finding:earache": `${EAR}M41 12l4-2M42 20h4M41 28l4 2`,
  "fact:finding:eye_pain": `${EYE}${ABOVE}`,
  "fact:finding:red_eye": `${EYE}${ABOVE}`,
  "fact:finding:breathlessness": LUNGS,
  "fact:finding:palpitations": `${HEART}M5 24h11l4-6 5 12 4-6h14`,
  "fact:finding:fatigue": `M4 11v30M4 34h40v7M44 34v-4c0-4-3-6-7-6H19v10${ring(11.5, 26.5, 3)}`,
  "fact:finding:painful_urination": "M24 5c7 9 12 15 12 22a12 12 0 0 1-24 0c0-7 5-13 12-22zM30 27a6 6 0 0 1-6 6",
  "fact:finding:injury_fall": PLASTER,
  "fact:finding:cut_wound": PLASTER,
  "fact:finding:numbness": `${HAND}M4 8l3 3M4 16l4 1M44 6l-3 3M45 14l-4 1`,
  "fact:finding:joint_swelling": `${LEG}${ring(25.5, 24, 9)}`,
  "fact:finding:arm_swelling": `${ARM}${ring(20, 26, 8)}`,
  "fact:finding:leg_swelling": `${LEG}${ring(24, 36, 9)}`,
  "fact:finding:hand_pain": `${HAND}M4 10l4 3M44 8l-4 3M3 20l5 1M45 18l-5 2`,
  "fact:finding:elbow_pain": `${ARM}M2 40l4-3M6 46l2-4M14 46v-5`,
  "fact:finding:shoulder_pain": `${TORSO}${pain(34, 17)}`,
  "fact:finding:upper_back_pain": `${BACK}${pain(24, 20)}`,
  "fact:finding:neck_pain": `${BUST}${pain(24, 28)}`,
  "fact:finding:stiff_neck": `${BUST}M14 26h20M18 22l-4 4 4 4M30 22l4 4-4 4`,
  "fact:finding:lump_somewhere": `${ARM}${ring(14, 20, 4)}`,
  "fact:finding:neck_lump": `${BUST}${ring(27, 28, 3.5)}`,
  "fact:finding:swollen_lymph_nodes": `${BUST}${ring(18, 27, 2.5)}${ring(30, 27, 2.5)}`,
  "fact:finding:sprain": `${FOOT}${PLASTER_SMALL}`,
  "fact:finding:tremor": `${HAND}M3 22c-2 3-2 7 0 10M45 22c2 3 2 7 0 10`,
  "fact:finding:limb_weakness": "M14 4v18l-6 18M14 22c8 2 12 8 12 20M34 10v24M29 29l5 6 5-6",
  "fact:finding:leg_pain_down": `${LEG}M24 6l1 10-1 10 1 12M21 34l4 5 3-5`,
  "fact:finding:morning_stiffness": `${LEG}M6 14h10M8 8l4 3M6 20l5 0`,
  "fact:finding:cannot_bear_weight": `${FOOT}M6 6l36 36`,
  "fact:finding:big_toe_pain": `${FOOT}${pain(36, 36)}`,
  "fact:finding:blurred_vision": `${EYE}M2 40h44M6 44h36M10 6h28`,
  "fact:finding:itchy_eyes": `${EYE}M8 8l3 4M16 5l1 4M40 8l-3 4`,
  "fact:finding:dry_eyes": `${EYE}M14 42h20`,
  "fact:finding:floaters": `${EYE}${ring(14, 22, 1)}${ring(34, 28, 1)}${ring(31, 20, 1)}`,
  "fact:finding:phlegm": `${FACE}M40 32c4 0 5 6 2 8`,
  "fact:finding:blocked_nose": `${NOSE}M12 30l10 10M22 30l-10 10`,
  "fact:finding:nosebleed": `${NOSE}M22 41c-2 2.5-2 4 0 4s2-1.5 0-4zM28 43c-1 2-1 3 0 3s1-1 0-3z`,
  "fact:finding:hearing_loss": `${EAR}M4 44 44 4`,
  "fact:finding:tinnitus": `${EAR}M40 8c4 8 4 20 0 28`,
  "fact:request:read_report": "M11 4h17l9 9v31H11zM28 4v9h9M17 22h14M17 29h14M17 36h9",
  "place:department": "M6 44V14l18-9 18 9v30zM20 44V32h8v12M24 13v10M19 18h10M12 26v.5M36 26v.5M12 36v.5M36 36v.5",
  "place:toilet": `${ring(13, 8, 4)}${ring(35, 8, 4)}M9 16h8v13h-2v15h-4V29H9zM35 16l-7 17h4v11h6V33h4zM24 4v40`,
  "place:cashier": "M4 12h40v26H4zM4 20h40M10 31h8M28 31h10",
  "place:pharmacy": "M10 26 26 10a8.48 8.48 0 0 1 12 12L22 38a8.48 8.48 0 0 1-12-12zM18 18l12 12",
  "place:laboratory": "M18 5h12M20 5v13L9 40c-1 2 0 4 2 4h26c2 0 3-2 2-4L28 18V5M14 31h20",
  "place:imaging": `M6 6h36v36H6zM24 12v24M18 17c-3 1-5 3-5 6M30 17c3 1 5 3 5 6M17 26c-2 1-4 3-4 6M31 26c2 1 4 3 4 6`,
  "place:reports": "M11 4h17l9 9v31H11zM28 4v9h9M17 22h14M17 29h14M17 36h9",
  "place:insurance": "M24 4l17 6v12c0 11-7 18-17 22C14 40 7 33 7 22V10zM16 24l6 6 11-12",
  "place:parking": "M8 6h32v36H8zM19 35V14h8a6.5 6.5 0 0 1 0 13h-8",
  "place:wheelchair": `${ring(18, 7, 4)}M18 13v14h13l5 13h5M18 19h10${ring(20, 34, 10)}`,
  "place:baby_room": `M17 20h14v20a4 4 0 0 1-4 4h-6a4 4 0 0 1-4-4zM19 20v-5h10v5M22 15c-2-9 6-9 4 0M17 27h7M17 34h7`,
  "place:lost": `${ring(20, 20, 13)}M30 30l13 13M16 17c0-6 9-6 9 0 0 3-4 4-4 7M21 28v.5`,
  "go:way": "M24 44s-14-14-14-25a14 14 0 0 1 28 0c0 11-14 25-14 25zM24 14a5 5 0 1 0 0 10a5 5 0 1 0 0-10z",
  "go:questions": "M6 8h36v24H22l-9 9v-9H6zM14 17h20M14 24h12",
  "entry:unwell": `${ring(21, 12, 7)}M7 44c0-13 5-20 14-20 5 0 9 2 11 6M40 25v18M31 34h18`,
  "entry:follow_up": "M8 10h32v32H8zM8 19h32M16 5v9M32 5v9M17 31l5 5 10-10",
  "entry:question": `${ring(24, 24, 20)}M17 19c0-9 14-9 14-1 0 6-7 6-7 11M24 36v.5`,
  else: `${ring(12, 24, 2.5)}${ring(24, 24, 2.5)}${ring(36, 24, 2.5)}`,
  "fact:request:antenatal_check": `${ring(22, 7, 4.5)}M20 12c-3 5-3 10-3 16v16M24 12c2 4 9 7 9 13 0 5-4 7-8 7v12M17 28h-4`,
  "fact:request:check_up": "M11 8h26v36H11zM18 4h12v7H18zM17 26h5l3-6 4 12 2-6h2",
  "fact:request:repeat_prescription": "M10 26 26 10a8.48 8.48 0 0 1 12 12L22 38a8.48 8.48 0 0 1-12-12zM18 18l12 12",
};

export function isDrawn({ key }: Pick<Option, "key">): boolean {
  return key in PATHS;
}

export function Picture({ of }: { of: Pick<Option, "key"> }) {
  return (
    <svg className="picture" viewBox="0 0 48 48" aria-hidden="true">
      <path d={named(PATHS, of.key)} />
    </svg>
  );
}
