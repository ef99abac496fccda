internal import Glibc
internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Two cubes in one perspective, each of six faces in a transform layer; the second is turned.
    static let twoCubes = Demo("two-cubes", "Two cubes in one perspective", times: [0, 1.5]) { stage in
        stage.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        let first = coloredCube()
        let second = coloredCube()
        first.position = Point(x: 90, y: 120)
        second.position = Point(x: 230, y: 120)
        second.transform = Transform3D(rotation: -.pi / 4, x: 1, y: 0, z: 0).rotated(-.pi / 4, x: 0, y: 1, z: 0)
        stage.root.addSublayer(first)
        stage.root.addSublayer(second)
        stage.at(0.1) {
            Transaction.run(duration: 1) { first.transform = Transform3D(rotation: 0.6, x: 0, y: 1, z: 0) }
        }
    }

    /// A cube of 80 points.
    @MainActor private static func coloredCube() -> TransformLayer {
        let cube = TransformLayer()
        cube.bounds = Rect(x: 0, y: 0, width: 80, height: 80)
        for (index, transform) in CubeFaces.transforms(side: 80).enumerated() {
            let face = Layer()
            face.frame = Rect(x: 0, y: 0, width: 80, height: 80)
            face.backgroundColor = DemoColors.all[index % DemoColors.all.count]
            face.borderWidth = 3
            face.transform = transform
            cube.addSublayer(face)
        }
        return cube
    }
}
