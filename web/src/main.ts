import "./styles/fonts.css";
import "virtual:inks.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import { api } from "./api";
import App from "./App.svelte";
import { preferred, tongue } from "./i18n/index.svelte";

/** Type that comes after the words moves them; type that never comes must not keep them. */
const PATIENCE = 400;
const faces = ["Cabin Variable", "League Gothic", "Limelight"].map((face) => document.fonts.load(`16px "${face}"`));
const dressed = Promise.race([Promise.allSettled(faces), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);

const target = document.getElementById("page");
if (!target) throw new Error("the page has no place to stand");
// Asked for while words and type are on their way; whoever needs the answers asks again and hears of a failure.
for (const asked of [api.editions(), api.bots()]) asked.catch(() => undefined);
await Promise.all([tongue.speak(preferred()), dressed]);
mount(App, { target });
