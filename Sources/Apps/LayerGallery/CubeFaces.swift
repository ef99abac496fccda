internal import Glibc
internal import LayerTree

/// The six faces of a cube.
enum CubeFaces {
    /// Turns each face away from the viewer's plane, and moves it half a side away from the center.
    ///
    /// The first is the front, then come those around the vertical axis, at last the top and the bottom.
    static func transforms(side: Double) -> [Transform3D] {
        let around = (0..<4).map { Transform3D(rotation: Double($0) * .pi / 2, x: 0, y: 1, z: 0) }
        let ends = [0.5, -0.5].map { Transform3D(rotation: $0 * .pi, x: 1, y: 0, z: 0) }
        return (around + ends).map { $0.translated(x: 0, y: 0, z: side / 2) }
    }
}
