import "@fontsource-variable/noto-sans-sc";
import "./tokens.css";
import "./base.css";
