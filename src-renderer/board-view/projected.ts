/**
 * Draws a solid on a 2D canvas by parallel projection. Used when there is no graphics card, because three.js would be
 * slow, and when there is no WebGL, which three.js needs. The five solids are convex, so every face that points to the
 * viewer is completely visible. Each face is an affine image of its part of the net's picture, so a 2D canvas can draw
 * it exactly.
 */
import { flatGeometry, solidGeometry, type Vertex } from '../../src-core/puzzle/geometry.ts';
import { BoardPainter } from './canvas.ts';
import type { Drawing } from './drawing.ts';
import { BARE_FACE_COLOUR, INITIAL_TURN, type SolidShape, type SolidView } from './solid-view.ts';

/** Rows of a rotation matrix. x points right, y up, z towards the viewer. */
type Rotation = readonly [Vertex, Vertex, Vertex];

/** Light from above, from the left and from the viewer. Faces turned away from it are darker. */
const LIGHT_DIRECTION: Vertex = [-0.37, 0.56, 0.74];
const MAX_SHADE = 0.34;
/** Colour behind the faces, so that the background doesn't show through the seams between them. */
const SEAM_COLOUR = '#2c2f36';
/** Maximum length of an edge in the net's picture, in device pixels. */
const MAX_EDGE_PX = 320;

const dot = (a: Vertex, b: Vertex): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

interface Seen {
  readonly cell: number;
  readonly corners: readonly (readonly [x: number, y: number])[];
  readonly shade: number;
}

export class Projected implements SolidView {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #vertices: readonly Vertex[];
  readonly #faces: readonly (readonly number[])[];
  readonly #flat: ReturnType<typeof flatGeometry>;
  readonly #net = document.createElement('canvas');
  readonly #painter: BoardPainter;
  readonly #radius: number;
  #paths: readonly Path2D[] = [];
  #pattern: CanvasPattern | null = null;
  #drawing: Drawing | null = null;
  #rotation: Rotation = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  /** device pixels per edge on the screen */
  #scale = 1;

  /** `repaint` is called once a label's image has loaded. */
  constructor(canvas: HTMLCanvasElement, { solid }: SolidShape, repaint: () => void) {
    // `willReadFrequently` keeps the canvas on the CPU, because an emulated graphics card is ten times slower
    const context = canvas.getContext('2d', { willReadFrequently: true });
    this.#net.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('This browser has no 2D canvas.');
    this.#canvas = canvas;
    this.#context = context;
    const { vertices, faces } = solidGeometry(solid);
    [this.#vertices, this.#faces] = [vertices, faces];
    this.#flat = flatGeometry({ kind: 'solid', solid });
    this.#radius = Math.hypot(...vertices[0]!);
    this.#painter = new BoardPainter(this.#net, () => {
      if (this.#drawing) this.show(this.#drawing);
      repaint();
    });
    this.reset();
  }

  show(drawing: Drawing): void {
    this.#drawing = drawing;
    const edge = Math.max(8, Math.min(MAX_EDGE_PX, Math.round(this.#scale)));
    this.#painter.paint(drawing, edge);
    this.#pattern = this.#context.createPattern(this.#net, 'no-repeat');
    this.#paths = this.#flat.polygons.map((polygon) => {
      const path = new Path2D();
      polygon.forEach(([x, y], corner) => {
        if (corner === 0) path.moveTo(x * edge, y * edge);
        else path.lineTo(x * edge, y * edge);
      });
      path.closePath();
      return path;
    });
  }

  resize(width: number, height: number): void {
    const ratio = Math.min(2, devicePixelRatio);
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#scale = Math.min(this.#canvas.width, this.#canvas.height) / (2.16 * this.#radius);
    if (this.#drawing) this.show(this.#drawing);
  }

  turn(right: number, down: number): void {
    const angle = Math.hypot(right, down);
    if (angle === 0) return;
    const by = about([down / angle, right / angle, 0], angle);
    this.#rotation = orthonormal(multiply(by, this.#rotation));
  }

  reset(): void {
    this.#rotation = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    this.turn(...INITIAL_TURN);
  }

  render(): void {
    const context = this.#context;
    const { width, height } = this.#canvas;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const seen = this.#seen();
    context.strokeStyle = SEAM_COLOUR;
    context.lineWidth = 2;
    context.lineJoin = 'round';
    context.beginPath();
    for (const { corners } of seen) {
      corners.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.closePath();
    }
    context.stroke();
    const edge = this.#net.width / this.#flat.width;
    for (const { cell, corners, shade } of seen) {
      // Three corners of the cell, in the net's picture and on the screen, determine the affine map between the two.
      const [p, q, r] = this.#flat.polygons[cell]!.map(([x, y]) => [x * edge, y * edge] as const);
      const [ux, uy, vx, vy] = [q![0] - p![0], q![1] - p![1], r![0] - p![0], r![1] - p![1]];
      const [P, Q, R] = corners;
      const area = ux * vy - uy * vx;
      const across = (axis: 0 | 1): [number, number] => {
        const [u, v] = [Q![axis] - P![axis], R![axis] - P![axis]];
        return [(u * vy - v * uy) / area, (v * ux - u * vx) / area];
      };
      const [[a, c], [b, d]] = [across(0), across(1)];
      context.setTransform(a, b, c, d, P![0] - a * p![0] - c * p![1], P![1] - b * p![0] - d * p![1]);
      if (this.#drawing?.cells[cell]?.state !== 'tile') {
        context.fillStyle = BARE_FACE_COLOUR;
        context.fill(this.#paths[cell]!);
      }
      if (this.#pattern) {
        context.fillStyle = this.#pattern;
        context.fill(this.#paths[cell]!);
      }
      if (shade < 0.01) continue;
      context.fillStyle = `rgba(18, 22, 30, ${shade.toFixed(3)})`;
      context.fill(this.#paths[cell]!);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  #seen(): Seen[] {
    const [toX, toY, toZ] = this.#rotation;
    const [middleX, middleY] = [this.#canvas.width / 2, this.#canvas.height / 2];
    const seen: Seen[] = [];
    for (const [cell, face] of this.#faces.entries()) {
      const around = face.map((vertex) => this.#vertices[vertex]!);
      const sum = around.reduce<Vertex>(([x, y, z], [dx, dy, dz]) => [x + dx, y + dy, z + dz], [0, 0, 0]);
      // The solid is regular, so a face's normal points in the direction of its centre.
      const long = Math.hypot(...sum);
      const normal: Vertex = [dot(toX, sum) / long, dot(toY, sum) / long, dot(toZ, sum) / long];
      if (normal[2] <= 1e-6) continue;
      const corners = around.map(
        (vertex) =>
          [middleX + this.#scale * dot(toX, vertex), middleY - this.#scale * dot(toY, vertex)] as const,
      );
      seen.push({ cell, corners, shade: MAX_SHADE * (1 - Math.max(0, dot(normal, LIGHT_DIRECTION))) });
    }
    return seen;
  }

  cellAt(x: number, y: number): number {
    const [px, py] = [x * this.#canvas.width, y * this.#canvas.height];
    const under = this.#seen().find(({ corners }) =>
      corners.every(([ax, ay], i) => {
        const [bx, by] = corners[(i + 1) % corners.length]!;
        // y points down and the outline is clockwise, so every point inside it lies to the right of each side
        return (bx - ax) * (py - ay) - (by - ay) * (px - ax) >= 0;
      }),
    );
    return under?.cell ?? -1;
  }

  dispose(): void {
    this.#pattern = null;
  }
}

/** Returns the rotation about an axis of length 1 (Rodrigues' formula). */
function about([x, y, z]: Vertex, angle: number): Rotation {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rest = 1 - cos;
  return [
    [cos + x * x * rest, x * y * rest - z * sin, x * z * rest + y * sin],
    [y * x * rest + z * sin, cos + y * y * rest, y * z * rest - x * sin],
    [z * x * rest - y * sin, z * y * rest + x * sin, cos + z * z * rest],
  ];
}

function multiply(a: Rotation, b: Rotation): Rotation {
  const column = (i: number): Vertex => [b[0][i]!, b[1][i]!, b[2][i]!];
  const row = (of: Vertex): Vertex => [dot(of, column(0)), dot(of, column(1)), dot(of, column(2))];
  return [row(a[0]), row(a[1]), row(a[2])];
}

/** Removes rounding errors that build up over many rotations (Gram–Schmidt process). */
function orthonormal([a, b]: Rotation): Rotation {
  const unit = (v: Vertex): Vertex => {
    const long = Math.hypot(...v);
    return [v[0] / long, v[1] / long, v[2] / long];
  };
  const first = unit(a);
  const along = dot(first, b);
  const second = unit([b[0] - along * first[0], b[1] - along * first[1], b[2] - along * first[2]]);
  const [x, y, z] = [first, second].reduce((p, q) => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ]);
  return [first, second, [x, y, z]];
}
