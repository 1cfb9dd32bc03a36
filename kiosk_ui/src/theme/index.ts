import "@fontsource-variable/noto-sans-sc";
import "./tokens.css";
import "./base.css";

// React Aria looks for an element of this id before it writes a style into the page, which the content policy forbids;
// what it would write is in base.css.
const styled = document.createElement("meta");
styled.id = "react-aria-pressable-style";
document.head.append(styled);
