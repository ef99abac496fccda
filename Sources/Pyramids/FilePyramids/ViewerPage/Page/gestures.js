// ---- Pointers, the wheel and keys

const root = document.documentElement;
// Whether the page is in a frame of another one. There, the wheel and one finger scroll that page, until the image is used.
const isEmbedded = window.parent !== window;
root.classList.toggle("embedded", isEmbedded);
const isActive = () => !isEmbedded || root.classList.contains("active");
const activate = () => root.classList.add("active");
addEventListener("blur", () => root.classList.remove("active"));

function positionOf(event) {
  const box = canvas.getBoundingClientRect();
  return {
    x: (event.clientX - box.left) * canvas.width / box.width, y: (event.clientY - box.top) * canvas.height / box.height,
  };
}

const pointers = new Map();
// The positions of the last 100 ms of a drag; the last tap; whether the current touch is still a tap.
let trail = [], lastTap = null, tap = null, isTouch = false;

canvas.addEventListener("pointerdown", event => {
  if (event.button > 0) return;
  motion = null;
  isTouch = event.pointerType === "touch";
  if (!isTouch) activate();
  const position = positionOf(event);
  pointers.set(event.pointerId, position);
  canvas.setPointerCapture(event.pointerId);
  canvas.classList.add("dragging");
  tap = pointers.size === 1 ? position : null;
  trail = [{ ...position, time: event.timeStamp }];
});

canvas.addEventListener("pointermove", event => {
  const before = pointers.get(event.pointerId), now = positionOf(event);
  showCoordinates(now);
  if (!before) return;
  const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
  pointers.set(event.pointerId, now);
  if (tap && Math.hypot(now.x - tap.x, now.y - tap.y) > 10 * density) tap = null;
  if (!other) {
    trail = trail.filter(({ time }) => event.timeStamp - time < 100);
    trail.push({ ...now, time: event.timeStamp });
    return show(panned(view, now.x - before.x, now.y - before.y));
  }
  // Two fingers: the point between them follows both.
  trail = [];
  const distance = position => Math.max(1, Math.hypot(position.x - other.x, position.y - other.y));
  const moved = panned(view, (now.x - before.x) / 2, (now.y - before.y) / 2);
  show(zoomed(moved, distance(now) / distance(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }));
});

function endPointer(event) {
  if (!pointers.delete(event.pointerId)) return;
  if (pointers.size > 0) {
    trail = [];
    return;
  }
  canvas.classList.remove("dragging");
  if (event.type === "pointercancel") return;
  if (isTouch && tap) return endTap(tap, event.timeStamp);
  const first = trail[0], last = trail.at(-1);
  if (trail.length < 2 || event.timeStamp - last.time > 60 || last.time <= first.time) return;
  const time = last.time - first.time;
  coast({ x: (last.x - first.x) / time, y: (last.y - first.y) / time });
}

function endTap(position, time) {
  activate();
  const isDouble = lastTap && time - lastTap.time < 350
    && Math.hypot(position.x - lastTap.x, position.y - lastTap.y) < 40 * density;
  lastTap = isDouble ? null : { ...position, time };
  if (isDouble) flyZoom(2, position);
}

for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, endPointer);

canvas.addEventListener("dblclick", event => {
  if (!isTouch) flyZoom(event.shiftKey ? 0.5 : 2, positionOf(event));
});

canvas.addEventListener("wheel", event => {
  if (!isActive() && !event.ctrlKey) return showHint("Click the image, then zoom with the wheel.");
  event.preventDefault();
  // Lines and pages are converted to pixels. Pinching on a touchpad is a wheel event with the control key.
  const step = event.deltaY * [1, 33, 400][event.deltaMode] * (event.ctrlKey ? 5 : 1);
  const factor = Math.exp(-limited(step, -400, 400) / 500), position = positionOf(event);
  // A touchpad moves in small steps; a wheel jumps.
  if (Math.abs(step) < 50 && !motion) return show(zoomed(view, factor, position));
  fly(zoomed(aim(), factor, position), 160);
}, { passive: false });

// Safari's pinch on a touchpad must not zoom the page.
addEventListener("gesturestart", event => event.preventDefault());

addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || help.open) return;
  const step = Math.min(canvas.width, canvas.height) / 5;
  const pan = (dx, dy) => fly(panned(aim(), dx, dy), 180);
  const actions = {
    ArrowLeft: () => pan(step, 0), ArrowRight: () => pan(-step, 0), ArrowUp: () => pan(0, step),
    ArrowDown: () => pan(0, -step), "+": () => flyZoom(1.5), "=": () => flyZoom(1.5), "-": () => flyZoom(1 / 1.5),
    0: flyHome, Home: flyHome, 1: () => fly(within({ ...aim(), scale: 1 })), f: toggleFullScreen, "?": showHelp,
  };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
