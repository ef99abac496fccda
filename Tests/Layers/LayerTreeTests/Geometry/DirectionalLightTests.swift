import TestLimits
import Testing

@testable import LayerTree

@Suite(.timeLimited) struct DirectionalLightTests {
    private let light = DirectionalLight(direction: Vector3D(x: 0, y: 1, z: -0.5), ambient: 0.5)

    @Test func `the faces of a cube have the shades 0.0528, 0.5, 0, 1, 0.5 and 0.9472`() {
        let half = Double.pi / 2
        func face(_ x: Double, _ y: Double, _ z: Double, _ angle: Double = 0, x axisX: Double = 0, y axisY: Double = 0)
            -> Transform3D
        {
            Transform3D(translationX: x, y: y, z: z).rotated(angle, x: axisX, y: axisY, z: 0)
        }
        let faces = [
            face(0, 0, 100), face(100, 0, 0, half, y: 1), face(0, -100, 0, half, x: 1), face(0, 100, 0, -half, x: 1),
            face(-100, 0, 0, -half, y: 1), face(0, 0, -100, .pi, y: 1),
        ]
        let shades = faces.map { light.shade(of: $0) }
        for (shade, expected) in zip(shades, [0.0528, 0.5, 0, 1, 0.5, 0.9472]) {
            #expect(isClose(shade, expected, within: 5e-5))
        }
    }

    @Test func `scaling does not change the shade, and what is not finite has one from 0 to 1`() {
        let turned = Transform3D(rotation: 0.7, x: 1, y: 2, z: 3)
        #expect(isClose(light.shade(of: turned.scaled(x: 3, y: 0.5)), light.shade(of: turned)))
        for number in [Double.nan, .infinity, 0] {
            let odd = DirectionalLight(direction: Vector3D(x: number, y: 0, z: 0), ambient: 0.5)
            #expect((0...1).contains(odd.shade(of: turned)))
            #expect((0...1).contains(light.shade(of: Transform3D(scaleX: number, y: 1))))
        }
    }
}
