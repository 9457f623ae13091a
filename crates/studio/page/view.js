// The stage: camera, light, ground, orbit, and drawing when something changed. The z axis points up.
import * as THREE from "three";
import { h, onResize } from "studio/dom";
import { FRONT, OPENING, distanceTo } from "studio/proportions";
import { colour, followTheme } from "studio/theme";

/** How long nothing moved when the picture rests, in milliseconds. */
const REST = 250;

/** The renderer; null, with a sentence in the place of the picture, where the browser has no WebGL. */
function createRenderer(canvas) {
  try {
    const renderer = new THREE.WebGLRenderer({ canvas, alpha: true });
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = THREE.PCFShadowMap;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    return renderer;
  } catch {
    canvas.hidden = true;
    canvas.after(h("p", { class: "no-picture" }, "This browser has no WebGL: the robot is drawn flat."));
    return null;
  }
}

export function createView(canvas) {
  const renderer = createRenderer(canvas);

  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(OPENING, 1, 0.01, 100);
  camera.up.set(0, 0, 1);
  const controls = new THREE.OrbitControls(camera, canvas);
  controls.enableDamping = false;

  const sky = new THREE.HemisphereLight(0xffffff, 0x8090a0, 1.6);
  sky.position.set(0, 0, 1);
  const sun = new THREE.DirectionalLight(0xffffff, 1.9);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.radius = 4;
  sun.shadow.bias = -0.0005;
  const fill = new THREE.DirectionalLight(0xffffff, 0.5);
  fill.position.set(-2, -1, 1);
  scene.add(sky, sun, sun.target, fill);

  // it darkens what is below it and hides nothing
  const ground = new THREE.ShadowMaterial({ opacity: 0.22, depthWrite: false });
  const floor = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), ground);
  floor.receiveShadow = true;
  scene.add(floor);
  let grid = null;

  const followers = new Set();
  let waiting = false;
  let fitted = false; // nothing is drawn before the camera looks at something
  function draw() {
    waiting = false;
    renderer?.render(scene, camera);
    for (const follower of followers) follower();
  }
  const invalidate = () => {
    if (shadowsRest) withoutShadows();
    if (waiting || !fitted) return;
    waiting = true;
    requestAnimationFrame(draw);
  };

  // Without a graphics processor, shadows take longer than all else: they are drawn when the picture rests.
  const shadowsRest = Boolean(renderer) && canvas.isSlow;
  let resting = null;
  function withoutShadows() {
    sun.castShadow = false;
    floor.visible = false;
    clearTimeout(resting);
    resting = setTimeout(withShadows, REST);
  }
  async function withShadows() {
    const mine = resting;
    sun.castShadow = true;
    floor.visible = true;
    await renderer.compileAsync(scene, camera);
    // something moved while the shaders were compiled
    if (mine === resting) requestAnimationFrame(draw);
  }

  /** The promise of the next picture, as soon as it is drawn and not only ordered. */
  async function drawn() {
    await new Promise((done) => {
      const once = () => done(followers.delete(once));
      followers.add(once);
    });
    if (!renderer) return;
    const gl = renderer.getContext();
    const order = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    while (gl.getSyncParameter(order, gl.SYNC_STATUS) !== gl.SIGNALED) await new Promise((done) => setTimeout(done, 2));
    gl.deleteSync(order);
  }

  /** Ground and light for a robot of this size (m), with the ground at height `z`. */
  function setStage(size, z) {
    if (grid) {
      scene.remove(grid);
      grid.geometry.dispose();
      grid.material.dispose();
    }
    const cell = 10 ** Math.floor(Math.log10(size)) / 2;
    const width = cell * 2 * Math.ceil((size * 1.6) / cell);
    grid = new THREE.GridHelper(width, Math.round(width / cell), colour("grid-main"), colour("grid"));
    grid.rotation.x = Math.PI / 2;
    grid.position.z = z;
    scene.add(grid);
    floor.scale.set(width, width, 1);
    floor.position.z = z + size * 1e-4;
    sun.position.set(size * 1.2, -size * 0.8, z + size * 2.4);
    sun.target.position.set(0, 0, z);
    Object.assign(sun.shadow.camera, {
      left: -size * 1.5,
      right: size * 1.5,
      top: size * 1.5,
      bottom: -size * 1.5,
      near: size * 0.1,
      far: size * 6,
    });
    sun.shadow.camera.updateProjectionMatrix();
    sun.shadow.normalBias = size * 0.004;
    camera.near = size * 0.01;
    camera.far = size * 60;
    stage = [size, z];
    invalidate();
  }
  let stage = [1, 0];
  setStage(...stage);

  /** Moves the camera so that the box fills the picture, from the side where it looks already or from the front. */
  function fit(box, fromFront = false) {
    const centre = box.getCenter(new THREE.Vector3());
    const radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, 1e-3);
    const direction = fromFront ? new THREE.Vector3(...FRONT) : camera.position.clone().sub(controls.target);
    if (direction.lengthSq() === 0) direction.set(...FRONT);
    camera.position.copy(centre).addScaledVector(direction.normalize(), distanceTo(radius, camera.aspect));
    controls.target.copy(centre);
    fitted = true;
    camera.updateProjectionMatrix();
    controls.update();
    invalidate();
  }

  let size = [0, 0];
  onResize(canvas.parentElement, () => {
    const { clientWidth: width, clientHeight: height } = canvas.parentElement;
    if (!width || !height) return;
    size = [width, height];
    renderer?.setSize(width, height, false);
    // as near as shows the same: a narrow picture would cut the sides off
    const nearer = distanceTo(1, width / height) / distanceTo(1, camera.aspect);
    camera.position.sub(controls.target).multiplyScalar(nearer).add(controls.target);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    invalidate();
  });
  controls.addEventListener("change", invalidate);
  followTheme(() => setStage(...stage));

  return {
    scene,
    camera,
    controls,
    canvas,
    invalidate,
    setStage,
    fit,
    drawn,
    /** Width and height in pixels of the page; asking the page in a frame would make it lay itself out. */
    size: () => size,
    afterDraw: (follower) => followers.add(follower),
    /** Whether there is a picture of WebGL. */
    hasPicture: Boolean(renderer),
  };
}
