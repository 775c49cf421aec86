/**
 * Draws a solid in perspective with three.js. Loaded only if needed and if there is a graphics card. The faces use the
 * net's picture as their texture, so a frame needs one texture, one mesh and one draw call.
 */
import {
  AmbientLight,
  BufferGeometry,
  CanvasTexture,
  DirectionalLight,
  Float32BufferAttribute,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Quaternion,
  Raycaster,
  Scene,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { flatGeometry, solidGeometry } from '../../src-core/puzzle/geometry.ts';
import { BoardPainter } from './canvas.ts';
import type { Drawing } from './drawing.ts';
import { BARE_FACE_COLOUR, INITIAL_TURN, type SolidShape, type SolidView } from './solid-view.ts';

const TEXTURE_EDGE_PX = 160;

export class Space implements SolidView {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(32, 1, 0.1, 50);
  readonly #mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly #net = document.createElement('canvas');
  readonly #picture = document.createElement('canvas');
  readonly #texture: CanvasTexture;
  readonly #painter: BoardPainter;
  readonly #triangles: number;
  readonly #radius: number;
  #drawing: Drawing | null = null;

  /** Throws if WebGL isn't available. `repaint` is called once a label's image has loaded. */
  constructor(canvas: HTMLCanvasElement, { solid }: SolidShape, repaint: () => void) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    const { vertices, faces } = solidGeometry(solid);
    const flat = flatGeometry({ kind: 'solid', solid });
    const positions: number[] = [];
    const uvs: number[] = [];
    for (const [cell, face] of faces.entries()) {
      const polygon = flat.polygons[cell]!;
      // Corners are clockwise as seen from outside. three.js expects anticlockwise triangles, so list their corners in
      // reverse.
      for (let corner = 1; corner + 1 < face.length; corner++) {
        for (const each of [0, corner + 1, corner]) {
          positions.push(...vertices[face[each]!]!);
          uvs.push(polygon[each]![0] / flat.width, 1 - polygon[each]![1] / flat.height);
        }
      }
    }
    this.#triangles = faces[0]!.length - 2;
    this.#radius = Math.hypot(...vertices[0]!);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
    geometry.setAttribute('uv', new Float32BufferAttribute(uvs, 2));
    // Triangles don't share vertices, so each face is evenly shaded.
    geometry.computeVertexNormals();
    this.#painter = new BoardPainter(this.#net, () => {
      if (this.#drawing) this.show(this.#drawing);
      repaint();
    });
    this.#texture = new CanvasTexture(this.#picture);
    this.#texture.colorSpace = SRGBColorSpace;
    this.#texture.anisotropy = Math.min(4, this.#renderer.capabilities.getMaxAnisotropy());
    this.#mesh = new Mesh(geometry, new MeshLambertMaterial({ map: this.#texture }));
    const sun = new DirectionalLight('#ffffff', 1.5);
    sun.position.set(-2, 3, 4);
    this.#scene.add(this.#mesh, sun, new AmbientLight('#ffffff', 1.9));
    this.reset();
  }

  show(drawing: Drawing): void {
    this.#drawing = drawing;
    this.#painter.paint(drawing, TEXTURE_EDGE_PX);
    const { width, height } = this.#net;
    if (this.#picture.width !== width || this.#picture.height !== height) {
      [this.#picture.width, this.#picture.height] = [width, height];
      // A texture can't change its size after it has been uploaded. Dispose of it, so that it is uploaded again.
      this.#texture.dispose();
    }
    const context = this.#picture.getContext('2d')!;
    context.fillStyle = BARE_FACE_COLOUR;
    context.fillRect(0, 0, width, height);
    context.drawImage(this.#net, 0, 0);
    this.#texture.needsUpdate = true;
  }

  resize(width: number, height: number): void {
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    const half = (this.#camera.fov * Math.PI) / 360;
    // Move the camera far enough away that the whole solid fits the view in any orientation, in width and in height.
    const narrow = Math.min(half, Math.atan(Math.tan(half) * this.#camera.aspect));
    this.#camera.position.set(0, 0, (1.08 * this.#radius) / Math.sin(narrow));
    this.#camera.updateProjectionMatrix();
  }

  turn(right: number, down: number): void {
    const angle = Math.hypot(right, down);
    if (angle === 0) return;
    const axis = new Vector3(down / angle, right / angle, 0);
    this.#mesh.quaternion.premultiply(new Quaternion().setFromAxisAngle(axis, angle)).normalize();
  }
  reset(): void {
    this.#mesh.quaternion.identity();
    this.turn(...INITIAL_TURN);
  }

  render(): void {
    this.#renderer.render(this.#scene, this.#camera);
  }

  cellAt(x: number, y: number): number {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(2 * x - 1, 1 - 2 * y), this.#camera);
    const [hit] = ray.intersectObject(this.#mesh);
    return hit?.faceIndex === undefined || hit.faceIndex === null
      ? -1
      : Math.floor(hit.faceIndex / this.#triangles);
  }

  dispose(): void {
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
    this.#texture.dispose();
    this.#renderer.dispose();
    // Release the WebGL context: browsers allow only a few, and garbage collection would free it too late.
    this.#renderer.forceContextLoss();
  }
}
