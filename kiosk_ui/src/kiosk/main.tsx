import "../theme";
import "./kiosk.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Kiosk } from "./Kiosk";

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <Kiosk />
    </StrictMode>,
  );
