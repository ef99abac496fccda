import Compositing
import LayerKinds
import LayerTree
import VectorDrawing

@MainActor
func listings(ofGradients stage: Layer) {
    // listing
    let sky = GradientLayer()
    sky.frame = Rect(x: 0, y: 0, width: 320, height: 200)
    sky.colors = [Color(red: 0.1, green: 0.3, blue: 0.7), Color(red: 0.8, green: 0.9, blue: 1)]
    sky.locations = [0.25, 1]
    // end
    stage.addSublayer(sky)
}

@MainActor
func listings(ofShapes stage: Layer, path: Path) {
    // listing
    let route = ShapeLayer()
    route.path = path
    route.fillColor = nil
    route.strokeColor = Color(red: 0.9, green: 0.2, blue: 0.1)
    route.lineWidth = 5
    route.lineCap = .round
    route.lineJoin = .round
    var drawing = BasicAnimation(\.strokeEnd, from: 0, to: 1)
    drawing.timing.duration = 2
    route.addAnimation(drawing, forKey: "drawing")
    // end
    stage.addSublayer(route)
}

@MainActor
func listings(ofCopies square: Layer) {
    // listing
    let circle = ReplicatorLayer()
    circle.frame = Rect(x: 0, y: 0, width: 200, height: 200)
    circle.instanceCount = 10
    circle.instanceTransform = Transform3D(rotation: .pi / 5, x: 0, y: 0, z: 1)
    circle.instanceGreenOffset = -0.1
    circle.instanceBlueOffset = -0.1
    circle.addSublayer(square)
    // end
}

@MainActor
func listings(ofSpaces stage: Layer, faces: [Layer]) {
    // listing
    let cube = TransformLayer()
    for face in faces {
        cube.addSublayer(face)
    }
    cube.transform = Transform3D(rotation: .pi / 4, x: 0, y: 1, z: 0)
    stage.sublayerTransform = Transform3D(perspectiveDistance: 500)
    stage.addSublayer(cube)
    // end
}

@MainActor
func listings(ofLight face: Layer) {
    // listing
    let light = DirectionalLight(direction: Vector3D(x: 0, y: 1, z: -0.5), ambient: 0.5)
    let shade = Layer()
    shade.frame = face.bounds
    shade.backgroundColor = Color(red: 0, green: 0, blue: 0, alpha: light.shade(of: face.transform))
    face.addSublayer(shade)
    // end
}

@MainActor
func listings(ofParticles stage: Layer, dot: PixelBuffer) {
    // listing
    var spark = EmitterCell()
    spark.contents = dot
    spark.birthRate = 88
    spark.lifetime = 5
    spark.velocity = 39
    spark.velocityRange = 50
    spark.emissionRange = 2 * .pi
    spark.alphaSpeed = -0.4
    let explosion = EmitterLayer()
    explosion.frame = Rect(x: 0, y: 0, width: 300, height: 300)
    explosion.emitterPosition = Point(x: 150, y: 150)
    explosion.emitterRenderMode = .additive
    explosion.emitterCells = [spark]
    // end
    stage.addSublayer(explosion)
}

@MainActor
func emit(_ explosion: EmitterLayer, at finger: Point, isTouching: Bool) {
    // listing
    explosion.emitterPosition = finger
    explosion.emitterBirthRate = isTouching ? 1 : 0
    // end
}

@MainActor
func listings(ofFireworks stage: Layer, dot: PixelBuffer) {
    // listing
    var burst = EmitterCell()
    burst.contents = dot
    burst.birthRate = 400
    burst.beginTime = 1.5
    burst.duration = 0.25
    burst.lifetime = 2
    burst.velocity = 60
    burst.velocityRange = 30
    burst.emissionRange = 2 * .pi
    burst.yAcceleration = 40
    burst.alphaSpeed = -0.5
    var rocket = EmitterCell()
    rocket.birthRate = 1
    rocket.lifetime = 1.75
    rocket.velocity = 150
    rocket.emissionLongitude = -.pi / 2
    rocket.emissionRange = 0.5
    rocket.emitterCells = [burst]
    let fireworks = EmitterLayer()
    fireworks.emitterPosition = Point(x: 150, y: 300)
    fireworks.emitterCells = [rocket]
    // end
    stage.addSublayer(fireworks)
}

@MainActor
func listings(ofFrames stage: Layer, images: [PixelBuffer]) {
    // listing
    let radar = FrameSequenceLayer(images, frameRate: 10)
    radar.frame = Rect(x: 0, y: 0, width: 320, height: 240)
    radar.contentsGravity = .resizeAspect
    // end
    stage.addSublayer(radar)
}

@MainActor
func listings(ofMeshes stage: Layer) {
    // listing
    let mesh = MeshLayer()
    mesh.frame = Rect(x: 0, y: 0, width: 200, height: 200)
    mesh.backgroundColor = .black
    mesh.vertices = [
        MeshLayer.Vertex(Point(x: 100, y: 20), color: Color(red: 0, green: 0, blue: 1)),
        MeshLayer.Vertex(Point(x: 180, y: 180), color: Color(red: 0, green: 1, blue: 0)),
        MeshLayer.Vertex(Point(x: 20, y: 180), color: Color(red: 1, green: 0, blue: 0)),
    ]
    mesh.triangles = [0, 1, 2]
    // end
    stage.addSublayer(mesh)
}

@MainActor
func listings(
    ofSnapshots legend: Layer, preview: Layer, labels: Layer, map: Layer, scene: LayerScene, compositor: Compositor
) {
    // listing
    preview.contents = compositor.snapshot(of: legend, scale: 2)
    preview.contentsScale = 2
    // end

    // listing
    if let flat = compositor.flattened(labels, scale: scene.scale) {
        Transaction.run(disablesActions: true) { _ = map.replaceSublayer(labels, with: flat) }
    }
    // end
}
