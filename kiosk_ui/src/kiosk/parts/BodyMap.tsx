/** A body to point at: the names of its parts on both sides, the same parts to touch in the drawing. */
import { useState, type ReactNode } from "react";
import { Toolbar } from "react-aria-components";
import { useIntl } from "react-intl";
import type { Option } from "../../api/kiosk";
import { Button } from "../../controls/Button";
import { FIGURE, REGIONS, type Region, type View } from "./bodyRegions";
import { Choice } from "./Choice";

const VIEWS: readonly View[] = ["front", "back"];

interface Props {
  onChoose: (place: Option) => void;
  /** What goes beside the choice of the side. */
  children?: ReactNode;
}

export function BodyMap({ onChoose, children }: Props) {
  const intl = useIntl();
  const [view, setView] = useState<View>("front");
  const [near, setNear] = useState<Region | null>(null);
  const name = (region: Region) => intl.formatMessage({ id: region.id });
  const choose = (region: Region) =>
    onChoose({ key: `site:${region.site}`, label: name(region), quote: null, why: null });

  const column = (side: Region["side"]) => (
    <div className="body-names">
      {REGIONS[view]
        .filter((region) => region.side === side)
        .map((region) => (
          <Button
            key={region.id}
            kind="quiet"
            className="body-name"
            onPress={() => choose(region)}
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
      <div className="row">
        <Choice
          label={intl.formatMessage({ id: "talk.bodyMap" })}
          value={view}
          choices={VIEWS.map((value) => ({ value, label: intl.formatMessage({ id: `body.${value}` }) }))}
          onChoose={(chosen) => {
            setView(chosen);
            setNear(null);
          }}
        />
        {children}
      </div>
      {/* One stop of the tab key: the arrows go from part to part. */}
      <Toolbar className="body-parts" orientation="vertical" aria-label={intl.formatMessage({ id: "body.title" })}>
        {column("left")}
        <svg className="body-figure" viewBox="12 0 76 218" aria-hidden="true">
          <path d={FIGURE} />
          {REGIONS[view].map((region) => (
            <g
              key={region.id}
              className={near === region ? "body-spot body-spot-near" : "body-spot"}
              onPointerEnter={() => setNear(region)}
              onClick={() => choose(region)}
            >
              {region.spots.map(([x, y, r]) => (
                <g key={x}>
                  <circle cx={x} cy={y} r={r} />
                  <circle cx={x} cy={y} r="1.2" className="body-dot" />
                </g>
              ))}
            </g>
          ))}
        </svg>
        {column("right")}
      </Toolbar>
    </div>
  );
}
