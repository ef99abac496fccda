internal import Glibc
internal import LayerTree
internal import VectorDrawing

/// The values of an emitter that a particle keeps from its birth.
struct EmitterValues: Equatable {
    let center: SIMD3<Double>
    let halfSize: SIMD3<Double>
    let shape: EmitterShape
    let mode: EmitterMode
    let birthRate: Double
    let lifetime: Double
    let velocity: Double
    let scale: Double
    let spin: Double

    init(_ shown: LayerProperties) {
        let position = shown.emitterPosition
        let size = shown.emitterSize
        center = [position.x, position.y, shown.emitterZPosition]
        halfSize = [size.width / 2, size.height / 2, shown.emitterDepth / 2]
        shape = shown.emitterShape
        mode = shown.emitterMode
        birthRate = shown.emitterBirthRate
        lifetime = shown.emitterLifetime
        velocity = shown.emitterVelocity
        scale = shown.emitterScale
        spin = shown.emitterSpin
    }

    /// Returns the birthplace of a particle from three random numbers from −1 to 1.
    func birthplace(_ random: SIMD3<Double>) -> SIMD3<Double> {
        switch shape {
        case .point: center
        case .line: center + SIMD3(mode == .points ? signedCorner(random).x : random.x * halfSize.x, 0, 0)
        case .rectangle: center + onRectangle(random)
        case .cuboid: center + inCuboid(random)
        case .circle: center + onCircle(random)
        case .sphere: center + inSphere(random)
        }
    }

    /// The corner whose directions are the numbers' signs.
    private func signedCorner(_ random: SIMD3<Double>) -> SIMD3<Double> {
        halfSize.replacing(with: -halfSize, where: random .< 0)
    }

    private func onRectangle(_ random: SIMD3<Double>) -> SIMD3<Double> {
        let x = halfSize.x
        let y = halfSize.y
        switch mode {
        case .points:
            let corner = signedCorner(random)
            return [corner.x, corner.y, 0]
        case .surface, .volume: return [random.x * x, random.y * y, 0]
        case .outline:
            // Along the four sides, as long as they are, from the upper left corner.
            var distance = (random.x + 1) * 2 * (x + y)
            if distance < 2 * x { return [distance - x, -y, 0] }
            distance -= 2 * x
            if distance < 2 * y { return [x, distance - y, 0] }
            distance -= 2 * y
            if distance < 2 * x { return [x - distance, y, 0] }
            return [-x, y - (distance - 2 * x), 0]
        }
    }

    private func inCuboid(_ random: SIMD3<Double>) -> SIMD3<Double> {
        switch mode {
        case .points: return signedCorner(random)
        case .volume: return random * halfSize
        case .outline:
            // The third number chooses one of twelve edges, each as often as it is long; the first is the place on it.
            var distance = (random.z + 1) / 2 * halfSize.sum()
            var axis = 0
            while axis < 2, distance >= halfSize[axis] {
                distance -= halfSize[axis]
                axis += 1
            }
            let quarter = halfSize[axis] > 0 ? 4 * distance / halfSize[axis] : 0
            let second = (axis + 1) % 3
            let third = (axis + 2) % 3
            var result = halfSize
            result[axis] *= random.x
            if quarter.truncatingRemainder(dividingBy: 2) < 1 { result[second] = -result[second] }
            if quarter < 2 { result[third] = -result[third] }
            return result
        case .surface:
            // The third number chooses one of six faces, each as often as it is large; the others are the place on it.
            let areas = SIMD3(halfSize.y * halfSize.z, halfSize.z * halfSize.x, halfSize.x * halfSize.y)
            var part = (random.z + 1) / 2 * areas.sum()
            var axis = 0
            while axis < 2, part >= areas[axis] {
                part -= areas[axis]
                axis += 1
            }
            var result = halfSize
            if 2 * part < areas[axis] { result[axis] = -result[axis] }
            result[(axis + 1) % 3] *= random.x
            result[(axis + 2) % 3] *= random.y
            return result
        }
    }

    private func onCircle(_ random: SIMD3<Double>) -> SIMD3<Double> {
        guard mode != .points else { return .zero }
        // The root distributes particles evenly over the area.
        let radius = 2 * halfSize.x * (mode == .outline ? 1 : ((random.y + 1) / 2).squareRoot())
        return [radius * cos(random.x * .pi), radius * sin(random.x * .pi), 0]
    }

    private func inSphere(_ random: SIMD3<Double>) -> SIMD3<Double> {
        guard mode != .points else { return .zero }
        guard mode != .outline else { return onCircle(random) }
        // Slices of the same thickness have the same surface, and the cubic root distributes particles over the volume.
        let z = random.z
        let ring = (1 - z * z).squareRoot()
        let radius = 2 * halfSize.x * (mode == .surface ? 1 : cbrt((random.y + 1) / 2))
        return [radius * ring * cos(random.x * .pi), radius * ring * sin(random.x * .pi), radius * z]
    }
}
