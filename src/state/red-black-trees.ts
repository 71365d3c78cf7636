/**
 * The red-black trees of a java.util.HashMap's buckets (HashMap.TreeNode, JDK 17) as far as links and colours go: which node is a tree's root decides
 * about the order of its bucket. Nodes are indexes from 1 on, 0 is none. What orders them is the caller's, who makes a new node a leaf himself.
 */
export class RedBlackTrees {
  parent: Uint32Array;
  left: Uint32Array;
  right: Uint32Array;
  private red: Uint8Array;

  /** Room for nodes below `nodes`. */
  constructor(nodes: number) {
    this.parent = new Uint32Array(nodes);
    this.left = new Uint32Array(nodes);
    this.right = new Uint32Array(nodes);
    this.red = new Uint8Array(nodes);
  }

  /** More room; the trees stay. */
  grow(nodes: number): void {
    this.parent = grown(this.parent, new Uint32Array(nodes));
    this.left = grown(this.left, new Uint32Array(nodes));
    this.right = grown(this.right, new Uint32Array(nodes));
    this.red = grown(this.red, new Uint8Array(nodes));
  }

  /** A tree of this node alone. */
  plant(node: number): void {
    this.parent[node] = 0;
    this.left[node] = 0;
    this.right[node] = 0;
    this.red[node] = 0;
  }

  rootOf(node: number): number {
    let root = node;
    while (this.parent[root] !== 0) root = this.parent[root]!;
    return root;
  }

  /** TreeNode.removeTreeNode: swaps the links of a node with two children and those of its successor, not what they hold. Returns the root. */
  remove(from: number, node: number): number {
    const { parent, left, right, red } = this;
    let root = from;
    const leftChild = left[node]!;
    const rightChild = right[node]!;
    let replacement: number;
    if (leftChild !== 0 && rightChild !== 0) {
      let successor = rightChild;
      while (left[successor] !== 0) successor = left[successor]!;
      const color = red[successor]!;
      red[successor] = red[node]!;
      red[node] = color;
      const successorRight = right[successor]!;
      const above = parent[node]!;
      if (successor === rightChild) {
        parent[node] = successor;
        right[successor] = node;
      } else {
        const successorParent = parent[successor]!;
        parent[node] = successorParent;
        if (successorParent !== 0) {
          if (successor === left[successorParent]) left[successorParent] = node;
          else right[successorParent] = node;
        }
        right[successor] = rightChild;
        parent[rightChild] = successor;
      }
      left[node] = 0;
      right[node] = successorRight;
      if (successorRight !== 0) parent[successorRight] = node;
      left[successor] = leftChild;
      parent[leftChild] = successor;
      parent[successor] = above;
      if (above === 0) root = successor;
      else if (node === left[above]) left[above] = successor;
      else right[above] = successor;
      replacement = successorRight !== 0 ? successorRight : node;
    } else if (leftChild !== 0) replacement = leftChild;
    else replacement = rightChild !== 0 ? rightChild : node;
    if (replacement !== node) {
      const above = parent[node]!;
      parent[replacement] = above;
      if (above === 0) {
        root = replacement;
        red[root] = 0;
      } else if (node === left[above]) left[above] = replacement;
      else right[above] = replacement;
      left[node] = 0;
      right[node] = 0;
      parent[node] = 0;
    }
    const balanced = red[node] !== 0 ? root : this.balanceDeletion(root, replacement);
    if (replacement === node) {
      const above = parent[node]!;
      parent[node] = 0;
      if (above !== 0) {
        if (node === left[above]) left[above] = 0;
        else if (node === right[above]) right[above] = 0;
      }
    }
    return balanced;
  }

  /** Rotates so that `down` becomes the child of its child on the other side (left: its right one). Returns the root. */
  private rotate(root: number, down: number, isLeft: boolean): number {
    const { parent } = this;
    const near = isLeft ? this.left : this.right;
    const far = isLeft ? this.right : this.left;
    let top = root;
    if (down === 0) return top;
    const up = far[down]!;
    if (up === 0) return top;
    const between = near[up]!;
    far[down] = between;
    if (between !== 0) parent[between] = down;
    const above = parent[down]!;
    parent[up] = above;
    if (above === 0) {
      top = up;
      this.red[up] = 0;
    } else if (this.left[above] === down) this.left[above] = up;
    else this.right[above] = up;
    near[up] = down;
    parent[down] = up;
    return top;
  }

  /** After `inserted` was made a leaf of the tree of root `from`. Returns the root. */
  balanceInsertion(from: number, inserted: number): number {
    const { parent, left, right, red } = this;
    let root = from;
    let node = inserted;
    red[node] = 1;
    for (;;) {
      let above = parent[node]!;
      if (above === 0) {
        red[node] = 0;
        return node;
      }
      let top = parent[above]!;
      if (red[above] === 0 || top === 0) return root;
      const isLeft = above === left[top];
      const uncle = isLeft ? right[top]! : left[top]!;
      if (uncle !== 0 && red[uncle] !== 0) {
        red[uncle] = 0;
        red[above] = 0;
        red[top] = 1;
        node = top;
        continue;
      }
      if (node === (isLeft ? right : left)[above]) {
        node = above;
        root = this.rotate(root, node, isLeft);
        above = parent[node]!;
        top = above === 0 ? 0 : parent[above]!;
      }
      if (above !== 0) {
        red[above] = 0;
        if (top !== 0) {
          red[top] = 1;
          root = this.rotate(root, top, !isLeft);
        }
      }
    }
  }

  private balanceDeletion(from: number, replacement: number): number {
    const { parent, left, right, red } = this;
    let root = from;
    let node = replacement;
    for (;;) {
      if (node === 0 || node === root) return root;
      let above = parent[node]!;
      if (above === 0) {
        red[node] = 0;
        return node;
      }
      if (red[node] !== 0) {
        red[node] = 0;
        return root;
      }
      const isLeft = left[above] === node;
      const near = isLeft ? left : right;
      const far = isLeft ? right : left;
      let sibling = far[above]!;
      if (sibling !== 0 && red[sibling] !== 0) {
        red[sibling] = 0;
        red[above] = 1;
        root = this.rotate(root, above, isLeft);
        above = parent[node]!;
        sibling = above === 0 ? 0 : far[above]!;
      }
      if (sibling === 0) {
        node = above;
        continue;
      }
      const nearNephew = near[sibling]!;
      const farNephew = far[sibling]!;
      const isFarRed = farNephew !== 0 && red[farNephew] !== 0;
      const isNearRed = nearNephew !== 0 && red[nearNephew] !== 0;
      if (!isFarRed && !isNearRed) {
        red[sibling] = 1;
        node = above;
        continue;
      }
      if (!isFarRed) {
        if (nearNephew !== 0) red[nearNephew] = 0;
        red[sibling] = 1;
        root = this.rotate(root, sibling, !isLeft);
        above = parent[node]!;
        sibling = above === 0 ? 0 : far[above]!;
      }
      if (sibling !== 0) {
        red[sibling] = above === 0 ? 0 : red[above]!;
        const nephew = far[sibling]!;
        if (nephew !== 0) red[nephew] = 0;
      }
      if (above !== 0) {
        red[above] = 0;
        root = this.rotate(root, above, isLeft);
      }
      node = root;
    }
  }
}

/** `to` with the elements of `array`, which is not longer. */
export function grown<T extends Uint32Array | Int32Array | Uint8Array>(array: T, to: T): T {
  to.set(array);
  return to;
}
