internal import Glibc
internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// 88 sparks a second in all directions, which fade within five seconds and add up to white.
    static let explosion = Demo("explosion", "Sparks that add up to white", times: [0.5, 2, 5]) { stage in
        stage.scene.background = .black
        var spark = EmitterCell()
        // The image has a pixel for each point, as contentsScale says by default.
        spark.contents = DemoImages.spark
        spark.color = Color(red: 1, green: 0.5, blue: 0.1)
        spark.birthRate = 88
        spark.lifetime = 5
        spark.velocity = 39
        spark.velocityRange = 50
        spark.emissionRange = 2 * .pi
        spark.alphaSpeed = -0.4
        let explosion = EmitterLayer()
        explosion.frame = stage.root.bounds
        explosion.emitterPosition = Point(x: 160, y: 120)
        explosion.emitterRenderMode = .additive
        explosion.emitterCells = [spark]
        stage.root.addSublayer(explosion)
    }
}
