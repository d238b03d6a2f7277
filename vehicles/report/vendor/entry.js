// The parts of three.js that the page uses.
export {
    AmbientLight, BufferGeometry, Color, CylinderGeometry, DirectionalLight, DoubleSide, Float32BufferAttribute, Group, HemisphereLight,
    LatheGeometry, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, PerspectiveCamera, OrthographicCamera, Quaternion, Scene,
    SphereGeometry, Vector2, Vector3, WebGLRenderer, EdgesGeometry, Matrix4,
} from 'three';
