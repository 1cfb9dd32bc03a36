/** Points as SVG writes them. */
export const path = (points: readonly (readonly [number, number])[]) => points.map((point) => point.join(",")).join(" ");
