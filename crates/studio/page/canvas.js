// The canvas of the 3D view, with the context that suits what draws it.
import { h } from "studio/dom";

const OPTIONS = { alpha: true, depth: true, preserveDrawingBuffer: true }; // the drawing is kept so that it can be copied

/** Whether the browser draws without a graphics processor, which takes the time of the page. */
function isSoftware(gl) {
  const name = gl.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER;
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(gl.getParameter(name));
}

const element = () =>
  h("canvas", {
    tabIndex: 0,
    role: "img",
    aria: { label: "The robot in three dimensions. Drag to orbit, drag a link to move its joint." },
  });

/** The canvas, with the context that the renderer will find on it; `isSlow` where there is no graphics processor. */
export function createCanvas() {
  const canvas = element();
  const gl = canvas.getContext("webgl2", { ...OPTIONS, antialias: false });
  canvas.isSlow = Boolean(gl) && isSoftware(gl);
  if (!gl || canvas.isSlow) return canvas;
  // smooth edges, which take half of the time of a frame without a graphics processor; a context keeps its options
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  const smooth = element();
  smooth.getContext("webgl2", { ...OPTIONS, antialias: true });
  return smooth;
}
