internal import Glibc
internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Flakes of two kinds fall from a line above the stage; their emitter has a red shadow.
    static let snow = Demo("snow", "Flakes fall from a line", times: [2, 4, 8]) { stage in
        stage.scene.background = DemoColors.night
        let snow = EmitterLayer()
        snow.frame = stage.root.bounds
        snow.emitterPosition = Point(x: 160, y: -10)
        snow.emitterSize = Size(width: 320, height: 0)
        snow.emitterMode = .surface
        snow.emitterShape = .line
        let near = Color(red: 0.6, green: 0.66, blue: 0.74)
        let far = Color(red: 0.35, green: 0.45, blue: 0.8)
        snow.emitterCells = [(12.0, near), (6, far)].map { size, color in
            var flake = EmitterCell()
            flake.name = "snow"
            flake.color = color
            flake.contents = DemoImages.flake
            // Many flakes with short lives: the stage is full after seconds.
            flake.birthRate = 120 / size
            flake.lifetime = 12
            flake.velocity = 30 + 2 * size
            flake.velocityRange = 10
            flake.yAcceleration = 2
            flake.emissionLongitude = .pi / 2
            flake.emissionRange = 0.3
            flake.spinRange = 2
            flake.scale = size / 24
            flake.scaleRange = 0.1
            return flake
        }
        snow.shadowOpacity = 1
        snow.shadowRadius = 1
        snow.shadowOffset = Point(x: 0, y: 2)
        snow.shadowColor = Color(red: 1, green: 0, blue: 0)
        stage.root.addSublayer(snow)
    }
}
