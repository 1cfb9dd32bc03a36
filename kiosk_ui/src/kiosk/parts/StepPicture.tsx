/** The picture of one step: the arrow of the turns it says, a lift with its floor, the sign at the door, a mask. */
import type { WayStep } from "../../api/kiosk";
import { path } from "./points";

export function StepPicture({ step }: { step: WayStep }) {
  switch (step.kind) {
    case "lift":
      return <LiftPicture name={step.name} floor={step.floor} />;
    case "stairs":
      return <StairsPicture floor={step.floor} />;
    case "mask":
      return <MaskPicture />;
    case "notice":
      return <NoticePicture />;
    default:
      return (
        <>
          {step.arrow && <ArrowPicture arrow={step.arrow} />}
          {step.kind === "door" && <DoorSign step={step} />}
        </>
      );
  }
}

function ArrowPicture({ arrow }: { arrow: NonNullable<WayStep["arrow"]> }) {
  const [x, y] = arrow.shaft[0] ?? [0, 0];
  return (
    <svg className="way-picture way-arrow" viewBox="0 0 96 96" aria-hidden="true">
      <polyline className="way-stroke" points={path(arrow.shaft)} />
      <polyline className="way-stroke" points={path(arrow.head)} />
      <circle className="way-from" cx={x} cy={y} r="8" />
    </svg>
  );
}

function LiftPicture({ name, floor }: { name: string; floor: number | null }) {
  return (
    <svg className="way-picture" viewBox="0 0 96 96" aria-hidden="true">
      <rect className="way-frame" x="8" y="4" width="80" height="88" rx="6" />
      <text className="way-lift" x="22" y="24">
        {name}
      </text>
      <path className="way-stroke way-thin" d="M70 26V12m-7 7 7-7 7 7" />
      <text className="way-floor" x="48" y="76">
        {floor}
      </text>
    </svg>
  );
}

function StairsPicture({ floor }: { floor: number | null }) {
  return (
    <svg className="way-picture" viewBox="0 0 96 96" aria-hidden="true">
      <path className="way-stroke way-thin" d="M10 86h20V66h20V46h20V26h16" />
      <text className="way-lift" x="26" y="34">
        {floor}
      </text>
    </svg>
  );
}

const SIDES = { left: "M30 12H10m9-9-9 9 9 9", right: "M66 12h20m-9-9 9 9-9 9", ahead: "M48 22V4m-9 9 9-9 9 9", back: "" };

function DoorSign({ step: { room, colour, side } }: { step: WayStep }) {
  return (
    <svg className="way-picture" viewBox="0 0 96 96" aria-hidden="true" data-colour={colour ?? ""}>
      {side !== null && <path className="way-stroke way-thin" d={SIDES[side]} />}
      <rect className="way-sign" x="5" y="30" width="86" height="38" rx="5" />
      {room === "" ? (
        <path className="way-stroke way-thin" d="M34 49l10 10 18-20" />
      ) : (
        <text className="way-room" x="48" y="57" textLength={room.length > 4 ? 78 : undefined} lengthAdjust="spacingAndGlyphs">
          {room}
        </text>
      )}
      <path className="way-frame" d="M30 68v26M66 68v26" />
    </svg>
  );
}

function MaskPicture() {
  return (
    <svg className="way-picture" viewBox="0 0 96 96" aria-hidden="true">
      <circle className="way-frame" cx="48" cy="48" r="40" />
      <circle className="way-from" cx="34" cy="36" r="4" />
      <circle className="way-from" cx="62" cy="36" r="4" />
      <path className="way-mask" d="M24 50q24-8 48 0v14q-24 26-48 0z" />
      <path className="way-frame" d="M24 52 10 46M72 52l14-6M30 60h36M32 68h32" />
    </svg>
  );
}

function NoticePicture() {
  return (
    <svg className="way-picture" viewBox="0 0 96 96" aria-hidden="true">
      <circle className="way-frame" cx="48" cy="48" r="40" />
      <path className="way-stroke" d="M48 24v28M48 70v1" />
    </svg>
  );
}
