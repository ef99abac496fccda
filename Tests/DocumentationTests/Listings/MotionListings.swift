import LayerTree
import VectorDrawing

@MainActor
func listings(ofTurnsOf image: Layer) {
    // listing
    Transaction.run(duration: 1) { image.affineTransform = AffineTransform(rotation: .pi / 2) }
    image.addAnimation(BasicAnimation(\.transform.rotation.y, by: 2 * Double.pi), forKey: "turn")
    let sizes = [Vector3D(x: 1, y: 1, z: 1), Vector3D(x: 1.2, y: 0.8, z: 1), Vector3D(x: 1, y: 1, z: 1)]
    image.addAnimation(KeyframeAnimation(\.transform, valueFunction: .scale, values: sizes), forKey: "squeeze")
    // end
}

@MainActor
func listings(ofMotionsOf layer: Layer, track: Path) {
    // listing
    var shake = KeyframeAnimation(\.position.x, values: [0, 8, -8, 4, 0], calculationMode: .cubic)
    shake.isAdditive = true
    layer.addAnimation(shake, forKey: "shake")
    var ride = PathAnimation(track, rotationMode: .auto, calculationMode: .paced)
    ride.timing.duration = 5
    layer.addAnimation(ride, forKey: "ride")
    // end
}

@MainActor
func listing(ofSpinOf layer: Layer) {
    // listing
    var spin = BasicAnimation(\.transform, valueFunction: .rotateZ, from: 0, to: 6 * Double.pi)
    spin.isAdditive = true
    layer.addAnimation(spin, forKey: "spin")
    // end
}

func listing(ofRideAlong track: Path) -> PathAnimation {
    // listing
    let ride = PathAnimation(
        track, rotationMode: .auto, keyTimes: [0, 0.2, 1], timingFunctions: [.easeIn, .easeOut])
    // end
    return ride
}
