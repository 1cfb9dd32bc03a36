/** A body to point at: its parts by name on both sides, the same parts to touch in the drawing. */
import { useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import { FIGURE, REGIONS, type Region, type View } from "./bodyRegions";
import { Choice } from "./Choice";

const VIEWS: readonly View[] = ["front", "back"];

export function BodyMap({ onChoose }: { onChoose: (text: string) => void }) {
  const intl = useIntl();
  const [view, setView] = useState<View>("front");
  const [near, setNear] = useState<Region | null>(null);
  const name = (region: Region) => intl.formatMessage({ id: region.id });

  const column = (side: Region["side"]) => (
    <div className="body-names">
      {REGIONS[view]
        .filter((region) => region.side === side)
        .map((region) => (
          <Button
            key={region.id}
            kind="quiet"
            className="body-name"
            onPress={() => onChoose(name(region))}
            onHoverStart={() => setNear(region)}
            onFocus={() => setNear(region)}
          >
            {name(region)}
          </Button>
        ))}
    </div>
  );

  return (
    <div className="body-map" role="group" aria-label={intl.formatMessage({ id: "body.title" })}>
      <Choice
        label={intl.formatMessage({ id: "talk.bodyMap" })}
        value={view}
        choices={VIEWS.map((value) => ({ value, label: intl.formatMessage({ id: `body.${value}` }) }))}
        onChoose={(chosen) => {
          setView(chosen);
          setNear(null);
        }}
      />
      <div className="body-parts">
        {column("left")}
        <svg className="body-figure" viewBox="12 0 76 218" aria-hidden="true">
          <path d={FIGURE} />
          {REGIONS[view].map((region) => (
            <g key={region.id} onPointerEnter={() => setNear(region)} onClick={() => onChoose(name(region))}>
              <circle
                cx={region.x}
                cy={region.y}
                r={region.r}
                className={near === region ? "body-spot body-spot-near" : "body-spot"}
              />
              <circle cx={region.x} cy={region.y} r="1.2" className="body-dot" />
            </g>
          ))}
        </svg>
        {column("right")}
      </div>
    </div>
  );
}
