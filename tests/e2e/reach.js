/* What can be reached by keyboard, what is cut off, what lies over something else, what is in which language. */
window.reach = (() => {
  const NATIVE = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const ROLES = ["button", "link", "option", "radio", "checkbox", "switch", "tab", "menuitem", "slider"];
  const CONTROLS = [NATIVE, "[tabindex]", ...ROLES.map((role) => `[role=${role}]`)].join(", ");
  const ONE_STOP = "listbox toolbar radiogroup tablist menu grid tree".split(" ").map((role) => `[role=${role}]`).join(", ");
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const off = (one) => one.matches(":disabled, [aria-disabled=true]") || one.closest("[inert], [aria-hidden=true]");
  const told = (one) => {
    const words = (one.getAttribute("aria-label") || one.innerText || one.labels?.[0]?.innerText || "").replace(/\s+/g, " ").trim().slice(0, 40);
    return `${one.tagName.toLowerCase()}.${[...one.classList].join(".")} “${words}”`;
  };

  /* --- the keyboard --- */
  let there, visited, wrong, first, wrapped;
  const controls = () => [...document.querySelectorAll(CONTROLS)].filter((one) => seen(one) && !off(one));
  const pressable = (one) => one.matches(NATIVE) || ROLES.includes(one.getAttribute("role"));
  const stop = (one) => {
    if (one.type === "radio") return one.name ? `radio ${one.name}` : one.closest("[role=radiogroup]");
    return one.tabIndex < 0 ? (one.closest(ONE_STOP) ?? one) : one;
  };
  const shownBy = (one) => (one.getBoundingClientRect().width > 1 ? one : (one.closest("label") ?? one));
  const showsFocus = (one) => {
    for (let at = one, up = 0; at && up < 3; at = at.parentElement, up++) {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at);
      if (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor)) return true;
    }
    return false;
  };
  const inSight = (one) => {
    const at = shownBy(one);
    const box = at.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (right <= left || bottom <= top) return false;
    return [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => {
      const met = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
      return met && (at.contains(met) || met.contains(at));
    }));
  };
  const look = () => {
    const one = document.activeElement;
    if (!one || one === document.body) return;
    if (!showsFocus(one)) wrong.push(`shows no focus: ${told(one)}`);
    if (!inSight(one)) wrong.push(`has the focus out of sight: ${told(one)}`);
  };
  const onKey = (event) => event.key === "Tab" && look();
  const onFocus = ({ target }) => {
    if (target === document.body) return;
    if (target === first) wrapped = true;
    first ??= target;
    visited.add(stop(target));
    visited.add(target.closest(ONE_STOP)); // its arrows go on from here
    visited.add(document.getElementById(target.getAttribute("aria-controls"))); // the list of a box to search in
  };
  const begin = () => {
    [visited, wrong, first, wrapped] = [new Set(), [], null, false];
    document.addEventListener("keydown", onKey, true);
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    document.addEventListener("focusin", onFocus, true);
    there = controls();
    return there.length;
  };
  const end = () => {
    document.removeEventListener("keydown", onKey, true);
    document.removeEventListener("focusin", onFocus, true);
    if (!wrapped) wrong.push("Tab does not come round to the first control again");
    const missed = there.filter((one) => pressable(one) && one.isConnected && seen(one) && !off(one) && !visited.has(stop(one)));
    return [...new Set([...wrong, ...missed.map((one) => `Tab never reaches ${told(one)}`)])];
  };

  /* --- at 200 % --- */
  const HIDDEN = ".visually-hidden, [aria-hidden=true], noscript, script, style, option, textarea";
  const clips = (style, axis) => style[`overflow${axis}`] !== "visible";
  const clipped = (one, box) => {
    let { left, top, right, bottom } = box;
    for (let at = one; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.position === "fixed") break;
      const edge = at.getBoundingClientRect();
      if (clips(style, "X")) [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (clips(style, "Y")) [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  const texts = () => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) {
      const one = walk.currentNode.parentElement;
      if (walk.currentNode.data.trim() && seen(one) && !one.closest(HIDDEN)) found.push(walk.currentNode);
    }
    return found;
  };
  const layer = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const { position, zIndex } = getComputedStyle(at);
      if (/sticky|fixed/.test(position) || (position === "absolute" && zIndex !== "auto")) return at;
    }
    return null;
  };
  const lines = (node) => {
    const one = node.parentElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].map((box) => {
      const thin = box.height * 0.22; // above and below the letters
      const glyphs = { left: box.left, right: box.right, top: box.top + thin, bottom: box.bottom - thin };
      return { node, one, layer: layer(one), ...clipped(one, glyphs) };
    }).filter(({ left, right, top, bottom }) => right - left > 2 && bottom - top > 2);
  };
  const overlaps = () => {
    const all = texts().flatMap(lines).sort((one, other) => one.top - other.top);
    const found = [];
    all.forEach((one, place) => {
      for (const other of all.slice(place + 1)) {
        if (other.top > one.bottom) break;
        if (one.node === other.node || one.layer !== other.layer) continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - other.top;
        if (wide > 2 && high > 2) found.push(`text over text: “${one.node.data.trim().slice(0, 30)}” and “${other.node.data.trim().slice(0, 30)}”`);
      }
    });
    return found;
  };
  const TWO_WAYS = "table, svg, pre, img"; // what WCAG 1.4.10 lets scroll in both directions
  const boxes = () => {
    const found = [];
    for (const one of document.querySelectorAll("body *")) {
      if (!seen(one) || one.closest("svg, option, .visually-hidden") || one.getBoundingClientRect().width <= 1) continue;
      const style = getComputedStyle(one);
      const wider = one.scrollWidth > one.clientWidth + 1;
      const higher = one.scrollHeight > one.clientHeight + 1;
      if (/auto|scroll/.test(style.overflowX) && wider && !one.matches("pre, textarea, input") && !one.querySelector(TWO_WAYS))
        found.push(`scrolls sideways: ${told(one)}`);
      if (/auto|scroll/.test(style.overflowY) && higher && one.clientHeight < 64 && !one.matches("textarea, input, select"))
        found.push(`scrolls in ${one.clientHeight} px: ${told(one)}`);
      const hides = (style.overflowX === "hidden" || style.overflowX === "clip") && wider;
      const hidesBelow = (style.overflowY === "hidden" || style.overflowY === "clip") && higher;
      if ((hides || hidesBelow) && one.clientWidth > 1 && one.innerText?.trim() && !one.closest("button, a, summary"))
        found.push(`cut off: ${told(one)}`);
      const { width, height } = one.getBoundingClientRect();
      if (/sticky|fixed/.test(style.position) && width * height > (innerWidth * innerHeight) / 2 && !one.closest("[role=dialog]"))
        found.push(`covers more than half of the screen: ${told(one)}`);
    }
    return found;
  };
  const sight = () => {
    const page = document.documentElement;
    const wide = page.scrollWidth > page.clientWidth
      ? [`the page is ${page.scrollWidth} px wide in ${page.clientWidth}: ${[...document.querySelectorAll("body *")].filter((one) => seen(one) && one.getBoundingClientRect().right > page.clientWidth + 1 && !one.closest(".table-place")).slice(0, 3).map(told).join(", ")}`]
      : [];
    return [...new Set([...wide, ...boxes(), ...overlaps()])];
  };

  /* --- the reader's language (WCAG 3.1.2) --- */
  const FOREIGN = { en: /\p{Script=Han}/u, zh: /[a-z]{2,}(?:[ ,]+[a-z]{2,}){3,}/iu };
  const foreign = (language, names) => {
    const without = (words) => names.reduce((left, name) => left.replaceAll(name, ""), words);
    const named = (one) => one.closest("[translate=no]");
    const spoken = (one) => (one.closest("[lang]")?.lang ?? "").slice(0, 2);
    const wrong = (one, words) => !named(one) && spoken(one) === language && FOREIGN[language].test(without(words));
    const written = texts().filter((node) => wrong(node.parentElement, node.data)).map((node) => node.data);
    const told = ["aria-label", "title", "placeholder", "alt"].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].filter((one) => seen(one) && wrong(one, one.getAttribute(name))).map((one) => one.getAttribute(name)));
    return [...new Set([...written, ...told])].map((words) => `in another language than the page: “${words.trim().slice(0, 80)}”`);
  };

  return { begin, end, sight, foreign, isRound: () => wrapped };
})();
