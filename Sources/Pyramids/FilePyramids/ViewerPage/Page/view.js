// ---- The view, its motion and its link

// The largest scale in screen pixels per image pixel.
const greatestScale = 16;

const limited = (value, least, most) => Math.min(Math.max(value, least), most);
// The scale at which the whole image fits, with a margin of 4 %.
const fittingScale = () => 0.92 * Math.min(canvas.width / pyramid.width, canvas.height / pyramid.height);
const homeScale = () => Math.min(Math.max(1, density), fittingScale());
const leastScale = () => homeScale() / 2;
const mostScale = () => Math.max(greatestScale, fittingScale());
const home = () => ({ x: pyramid.width / 2, y: pyramid.height / 2, scale: homeScale() });
const middle = () => ({ x: canvas.width / 2, y: canvas.height / 2 });

const within = ({ x, y, scale }) => ({
  x: limited(x, 0, pyramid.width), y: limited(y, 0, pyramid.height), scale: limited(scale, leastScale(), mostScale()),
});

// A view that is zoomed about a position on the screen.
function zoomed(from, factor, position) {
  const x = position.x - canvas.width / 2, y = position.y - canvas.height / 2;
  const scale = limited(from.scale * factor, leastScale(), mostScale());
  return within({ x: from.x + x / from.scale - x / scale, y: from.y + y / from.scale - y / scale, scale });
}

const panned = (from, dx, dy) => within({ x: from.x - dx / from.scale, y: from.y - dy / from.scale, scale: from.scale });

// What moves the view: a flight to a view, or momentum; null at rest.
let motion = null;
// Whether the whole image is shown, so that a change of size shows it again.
let isHome = true;

// Where the view will be at rest.
const aim = () => motion?.to ?? view;

function show(next, isAtHome = false) {
  Object.assign(view, within(next));
  isHome = isAtHome;
  redraw();
  scheduleLink();
}

function showAt(x, y, scale) {
  motion = null;
  show({ x, y, scale });
}

// Goes to a view within some milliseconds, or at once where people prefer that.
function fly(to, duration = 250, isAtHome = false) {
  motion = null;
  if (reducedMotion.matches || document.hidden) return show(to, isAtHome);
  motion = { from: { ...view }, to, isAtHome, start: performance.now(), duration };
  redraw();
}

const flyHome = () => fly(home(), 400, true);
const flyZoom = (factor, position = middle()) => fly(zoomed(aim(), factor, position));

// Continues a drag that ended with a velocity in pixels per millisecond.
function coast(velocity) {
  if (reducedMotion.matches || Math.hypot(velocity.x, velocity.y) < 0.15) return;
  motion = { velocity, last: performance.now() };
  redraw();
}

function advanceMotion(now) {
  if (!motion) return;
  const current = motion;
  if (current.velocity) {
    const elapsed = now - current.last, decay = Math.exp(-elapsed / 325), way = 325 * (1 - decay);
    show(panned(view, current.velocity.x * way, current.velocity.y * way));
    current.velocity = { x: current.velocity.x * decay, y: current.velocity.y * decay };
    current.last = now;
    if (Math.hypot(current.velocity.x, current.velocity.y) < 0.02) motion = null;
    return;
  }
  const { from, to } = current, time = limited((now - current.start) / current.duration, 0, 1);
  if (time === 1) {
    motion = null;
    return show(to, current.isAtHome);
  }
  const eased = 1 - (1 - time) ** 3, scale = from.scale * (to.scale / from.scale) ** eased;
  // The center is linear in 1 / scale where a position on the screen is to stay.
  const isZoom = Math.abs(Math.log(to.scale / from.scale)) > 1e-6;
  const way = isZoom ? (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale) : eased;
  show({ x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, scale });
}

// ---- The link: #x=…&y=…&zoom=…, the center in full-size pixels and the scale; &controls=none shows the image alone.

let linkTimer = 0;

function scheduleLink() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(writeLink, 300);
}

const linkOptions = () => new URLSearchParams(location.hash.slice(1));

function writeLink() {
  if (motion || pointers.size > 0) return scheduleLink();
  const options = linkOptions(), kept = options.get("controls"), parts = [];
  if (!isHome) {
    // The view at rest is that of its link, so that the link shows exactly this.
    const digits = limited(Math.ceil(Math.log10(view.scale)) + 2, 0, 4);
    show({ x: Number(view.x.toFixed(digits)), y: Number(view.y.toFixed(digits)), scale: Number(view.scale.toPrecision(5)) });
    clearTimeout(linkTimer);
    parts.push(`x=${view.x}`, `y=${view.y}`, `zoom=${view.scale}`);
  }
  if (kept) parts.push(`controls=${encodeURIComponent(kept)}`);
  const link = parts.length > 0 ? `#${parts.join("&")}` : "";
  if (link === location.hash) return;
  // A frame may not be allowed to do this.
  try { history.replaceState(history.state, "", link || location.pathname + location.search); } catch { }
}

// The view of the link; null if it names none.
function linkedView() {
  // Links of the form #x,y,zoom are from older pages.
  const options = linkOptions(), parts = location.hash.slice(1).split(",");
  const texts = parts.length === 3 ? parts : ["x", "y", "zoom"].map(name => options.get(name));
  const numbers = texts.map(text => text ? Number(text) : NaN);
  if (!numbers.every(Number.isFinite) || numbers[2] <= 0) return null;
  return within({ x: numbers[0], y: numbers[1], scale: numbers[2] });
}

function readLink() {
  document.body.classList.toggle("bare", linkOptions().get("controls") === "none");
  return linkedView();
}

addEventListener("hashchange", () => {
  const linked = readLink();
  placeOverview();
  if (linked) fly(linked, 400); else flyHome();
});

let hasBegun = false;

function resize() {
  const linked = hasBegun ? null : readLink();
  motion = null;
  if (linked) show(linked);
  else if (!hasBegun || isHome) show(home(), true);
  else show(view);
  hasBegun = true;
  placeOverview();
}
