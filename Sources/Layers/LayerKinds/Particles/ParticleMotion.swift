internal import Glibc
internal import LayerTree

/// The place and direction from which a particle is emitted.
enum ParticleOrigin {
    /// A place in the emitter's shape.
    case emitter
    /// The position of the emitting particle, and the direction in which it moves: longitude and latitude.
    case particle(SIMD3<Double>, SIMD2<Double>)
}

/// The motion of a particle: a parabola, in the coordinates of its layer.
struct ParticleMotion {
    private let birthplace: SIMD3<Double>
    private let direction: SIMD3<Double>
    private let velocity: Double
    private let acceleration: SIMD3<Double>

    /// Creates the motion of a particle from random numbers from −1 to 1.
    init(
        _ cell: EmitterCell, _ values: EmitterValues, from origin: ParticleOrigin, place: SIMD3<Double>, angle: Double,
        velocity: Double
    ) {
        var longitude = cell.emissionLongitude + cell.emissionRange / 2 * angle
        var latitude = cell.emissionLatitude
        switch origin {
        case .emitter: birthplace = values.birthplace(place)
        case .particle(let position, let heading):
            birthplace = position
            longitude += heading.x
            latitude += heading.y
        }
        let flat = latitude == 0 ? 1 : cos(latitude)
        direction = [flat * cos(longitude), flat * sin(longitude), latitude == 0 ? 0 : sin(latitude)]
        self.velocity = (cell.velocity + cell.velocityRange * velocity) * values.velocity
        acceleration = [cell.xAcceleration, cell.yAcceleration, cell.zAcceleration]
    }

    /// Returns the position at an age.
    func position(at age: Double) -> SIMD3<Double> {
        let fall = age * age / 2
        return birthplace + velocity * age * direction + acceleration * fall
    }

    /// Returns the longitude and latitude of the direction at an age; 0 for a particle that stands still.
    func direction(at age: Double) -> SIMD2<Double> {
        let speed = velocity * direction + acceleration * age
        guard speed != .zero else { return .zero }
        let flat = (speed.x * speed.x + speed.y * speed.y).squareRoot()
        return [atan2(speed.y, speed.x), atan2(speed.z, flat)]
    }

    /// Returns the lifetime and the motion of a particle that has drawn no number yet.
    static func ofParticle(
        _ random: ParticleRandom, _ cell: EmitterCell, _ values: EmitterValues, _ emission: Emission,
        from origin: ParticleOrigin
    ) -> (lifetime: Double, motion: ParticleMotion) {
        var random = random
        let lifetime = emission.lifetime(random.next().0)
        // The numbers for the color.
        _ = random.next()
        _ = random.next()
        let (angle, velocity) = random.next()
        let (u, v) = random.next()
        let (_, w) = random.next()
        let motion = ParticleMotion(
            cell, values, from: origin, place: [Double(u), Double(v), Double(w)], angle: Double(angle),
            velocity: Double(velocity))
        return (lifetime, motion)
    }
}
